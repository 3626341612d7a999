import type { Expectations } from "../../../../../e2e/support/expectations";
import { ANY_COMPANY } from "../../../../../e2e/support/rows";

export const expectations: Expectations = {
  answers: {
    "/welcome": ANY_COMPANY,
  },
  pages: {
    manager: ["/welcome"],
  },
};
