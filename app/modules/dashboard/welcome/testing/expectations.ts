import type { Expectations } from "../../../../../e2e/support/expectations";
import { COMPANY } from "../../../../../e2e/support/rows";

/** Test expectations for the welcome page. */
export const expectations: Expectations = {
  answers: {
    "/welcome": COMPANY,
  },
  pages: {
    manager: ["/welcome"],
  },
};
