import type { Asked } from "../../../../e2e/support/asked";
import { API_COMPANY, COMPANY } from "../../../../e2e/support/rows";

/** What tests ask of the search. */
export const asked: Asked = {
  answers: {
    "/find": COMPANY,
    "/api/find": API_COMPANY,
  },
  pages: {
    manager: ["/find", "/find?q=s"],
  },
  shots: [{ name: "find", as: "manager", path: "/find?q=s" }],
};
