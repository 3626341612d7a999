import type { Expectations } from "../../../../../e2e/support/expectations";
import { API_KNOWN, COMPANY, NO_GET, NO_SUCH, THEIRS } from "../../../../../e2e/support/rows";

const BODIES = {
  searchSettlements: { dto: { open: true }, include: ["aggregated_data"] },
  searchPaidSettlements: {},
  searchUnpaidSettlements: { dto: { has_problem: false } },
};

/** Test expectations for the pay of loads: all companies find their own, and none sees another's. */
export const expectations: Expectations = {
  answers: {
    "/jobs/:jobId/money": { ...THEIRS, mill: 404 },
    "/jobs/:jobId/money/lines": { ...THEIRS, mill: 404 },
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
  pages: { manager: ["/settlements/needs-you", "/jobs/1/money"] },
  alike: {
    hauler: ["/settlements/needs-you", "/jobs/1/money"],
    manager: [
      "/jobs/1/money/lines?state=paid",
      "/jobs/1/money/lines?state=lacking",
      "{claim}/payable",
      "{lacking}/handover",
    ],
  },
  shots: [
    { name: "settlements-needs-you", as: "manager", path: "/settlements/needs-you" },
    { name: "job-money", as: "manager", path: "/jobs/{job}/money" },
    { name: "job-money-hauler", as: "hauler", path: "/jobs/{job}/money" },
    { name: "job-money-lines", as: "manager", path: "/jobs/{job}/money/lines?state=open" },
  ],
};
