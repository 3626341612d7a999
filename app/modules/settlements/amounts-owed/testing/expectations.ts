import type { Expectations } from "../../../../../e2e/support/expectations";
import {
  ANY_COMPANY,
  API_SIGNED_IN,
  GET_NOT_ALLOWED,
  JOB_PARTICIPANTS,
  NOT_FOUND_FOR_ALL,
} from "../../../../../e2e/support/rows";

const BODIES = {
  searchSettlements: { dto: { open: true }, include: ["aggregated_data"] },
  searchPaidSettlements: {},
  searchUnpaidSettlements: { dto: { has_problem: false } },
};

/** Test expectations for pay pages: each company gets its own claims, and none sees another's. */
export const expectations: Expectations = {
  answers: {
    "/jobs/:jobId/money": { ...JOB_PARTICIPANTS, mill: 404 },
    "/jobs/:jobId/money/lines": { ...JOB_PARTICIPANTS, mill: 404 },
    "/settlements/needs-you": ANY_COMPANY,
    "/settlements/claims/:claimId/handover": NOT_FOUND_FOR_ALL,
    "/settlements/claims/:claimId/payable": NOT_FOUND_FOR_ALL,
    "/api/settlements/search": GET_NOT_ALLOWED,
    "/api/settlements/paid/search": GET_NOT_ALLOWED,
    "/api/settlements/unpaid/search": GET_NOT_ALLOWED,
    "/api/settlements/status-types": API_SIGNED_IN,
    "/api/settlements/types": API_SIGNED_IN,
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
