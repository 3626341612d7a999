import type { Asked } from "../../../../e2e/support/asked";
import { COMPANY } from "../../../../e2e/support/rows";

/** What tests ask of the welcome page. */
export const asked: Asked = {
  answers: {
    "/welcome": COMPANY,
  },
  pages: {
    manager: ["/welcome"],
  },
};
