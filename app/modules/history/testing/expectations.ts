import type { Expectations } from "../../../../e2e/support/expectations";
import { ANY_COMPANY } from "../../../../e2e/support/rows";

export const expectations: Expectations = {
  answers: { "/company/history": ANY_COMPANY },
  pages: {
    manager: ["/company/history", "/company/history?noun=jobs&day=2026-01-01"],
    mill: ["/company/history"],
  },
  shots: [{ name: "company-history", as: "manager", path: "/company/history" }],
};
