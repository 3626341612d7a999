import type { Expectations } from "../../../../../e2e/support/expectations";
import { ANY_COMPANY, NOT_FOUND_FOR_ALL } from "../../../../../e2e/support/rows";

const ITS_TWO = { ...NOT_FOUND_FOR_ALL, manager: 200, hauler: 200 };

/** Test expectations for reading statements. */
export const expectations: Expectations = {
  answers: {
    "/settlements/statements": ANY_COMPANY,
    // First statement of the demo data, from the land manager to the hauler.
    "/settlements/statements/:statementId": ITS_TWO,
    "/settlements/statements/:statementId/file": ITS_TWO,
    "/settlements/to-receive": ANY_COMPANY,
    "/settlements/year/:year": ANY_COMPANY,
    "/settlements/year/:year/file": ANY_COMPANY,
  },
  params: { statementId: "1", year: "2026" },
  pages: {
    manager: ["/settlements/statements", "/settlements/year/2026"],
    hauler: ["/settlements/to-receive", "/settlements/statements/1"],
  },
  alike: { hauler: ["/settlements/statements"] },
  shots: [
    { name: "statement", as: "hauler", path: "/settlements/statements/1" },
    { name: "statement-paper", as: "manager", path: "/settlements/statements/1?print=1", print: true },
    { name: "pay-year", as: "manager", path: "/settlements/year/2026" },
    { name: "to-receive", as: "hauler", path: "/settlements/to-receive" },
    { name: "statements", as: "manager", path: "/settlements/statements" },
  ],
};
