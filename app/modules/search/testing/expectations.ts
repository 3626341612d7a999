import type { Expectations } from "../../../../e2e/support/expectations";
import { API_COMPANY, COMPANY } from "../../../../e2e/support/rows";

/** Test expectations for the search. */
export const expectations: Expectations = {
  answers: {
    "/find": COMPANY,
    "/api/find": API_COMPANY,
  },
  pages: {
    manager: ["/find", "/find?q=s"],
  },
  shots: [{ name: "find", as: "manager", path: "/find?q=s" }],
};
