import type { Asked } from "../../../../e2e/support/asked";
import { API_KNOWN, COMPANY, NO_GET, NO_SUCH } from "../../../../e2e/support/rows";

const BODIES = {
  searchSettlements: { dto: { open: true }, include: ["aggregated_data"] },
  searchPaidSettlements: {},
  searchUnpaidSettlements: { dto: { has_problem: false } },
};

/** What tests ask of what loads pay: everybody finds their own, and nobody another's. */
export const asked: Asked = {
  answers: {
    "/settlements/needs-you": COMPANY,
    "/settlements/claims/:claimId/handover": NO_SUCH,
    "/settlements/claims/:claimId/payable": NO_SUCH,
    "/api/settlements/search": NO_GET,
    "/api/settlements/paid/search": NO_GET,
    "/api/settlements/unpaid/search": NO_GET,
    "/api/settlements/status-types": API_KNOWN,
    "/api/settlements/types": API_KNOWN,
  },
  params: { claimId: "987654" },
  bodies: BODIES,
  good: BODIES,
  pages: { manager: ["/settlements/needs-you"] },
  alike: {
    hauler: ["/settlements/needs-you"],
    manager: ["{claim}/payable", "{lacking}/handover"],
  },
  shots: [{ name: "settlements-needs-you", as: "manager", path: "/settlements/needs-you" }],
};
