import type { Expectations } from "../../../../e2e/support/expectations";
import { ANY_COMPANY, API_ANY_COMPANY } from "../../../../e2e/support/rows";

/** Test expectations for the search. */
export const expectations: Expectations = {
  answers: {
    "/find": ANY_COMPANY,
    "/api/find": API_ANY_COMPANY,
  },
  pages: {
    manager: ["/find", "/find?q=s"],
  },
  shots: [{ name: "find", as: "manager", path: "/find?q=s" }],
};
