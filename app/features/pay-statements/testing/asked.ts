import type { Asked } from "../../../../e2e/support/asked";
import { COMPANY, NO_SUCH } from "../../../../e2e/support/rows";

/** What tests ask of statements as they are read. */
export const asked: Asked = {
  answers: {
    "/settlements/statements": COMPANY,
    "/settlements/statements/:statementId": NO_SUCH,
    "/settlements/statements/:statementId/file": NO_SUCH,
    "/settlements/to-receive": COMPANY,
    "/settlements/year/:year": COMPANY,
    "/settlements/year/:year/file": COMPANY,
  },
  params: { statementId: "987654", year: "2026" },
  pages: {
    manager: ["/settlements/statements", "/settlements/year/2026"],
    hauler: ["/settlements/to-receive"],
  },
  alike: { hauler: ["/settlements/statements"] },
  shots: [
    { name: "to-receive", as: "hauler", path: "/settlements/to-receive" },
    { name: "statements", as: "manager", path: "/settlements/statements" },
  ],
};
