import type { Asked } from "../../../../e2e/support/asked";
import { API_KNOWN, COMPANY, NO_GET } from "../../../../e2e/support/rows";

const BODIES = {
  searchSettlements: { dto: { open: true }, include: ["aggregated_data"] },
  searchPaidSettlements: {},
  searchUnpaidSettlements: { dto: { has_problem: false } },
};

/** What tests ask of what loads pay: everybody finds their own, and nobody another's. */
export const asked: Asked = {
  answers: {
    "/settlements/needs-you": COMPANY,
    "/api/settlements/search": NO_GET,
    "/api/settlements/paid/search": NO_GET,
    "/api/settlements/unpaid/search": NO_GET,
    "/api/settlements/status-types": API_KNOWN,
    "/api/settlements/types": API_KNOWN,
  },
  bodies: BODIES,
  good: BODIES,
  pages: { manager: ["/settlements/needs-you"] },
  alike: { hauler: ["/settlements/needs-you"] },
  shots: [{ name: "settlements-needs-you", as: "manager", path: "/settlements/needs-you" }],
};
