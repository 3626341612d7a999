import type { Expectations } from "../../../../e2e/support/expectations";
import { API_JOB_PARTICIPANTS, GET_NOT_ALLOWED, REQUESTER_ONLY } from "../../../../e2e/support/rows";

/** Expected access for the company that runs the job and for the land owner's company. */
const OWNERS = { ...REQUESTER_ONLY, owner: 200 };
const API_OWNERS = { ...API_JOB_PARTICIPANTS, logger: 403, hauler: 403, mill: 403 };
const NEW_LINK = { company_id: 987654, name: "Mrs. Aho" };
const NEW_REPORT = {
  covers_from: "2026-01-01",
  covers_to: "2026-01-31",
  given_on: "2026-02-01",
  channel: "paper",
};

/** Test expectations for the land owner's links and reports. */
export const expectations: Expectations = {
  answers: {
    "/jobs/:jobId/owner": OWNERS,
    "/jobs/:jobId/owner/clock": REQUESTER_ONLY,
    "/jobs/:jobId/owner/links/:linkId/removal": { ...OWNERS, manager: 404, owner: 404 },
    "/jobs/:jobId/owner/links/new": OWNERS,
    "/jobs/:jobId/owner/report": OWNERS,
    "/jobs/:jobId/owner/reports/new": REQUESTER_ONLY,
    "/owner": { else: 200 },
    "/owner/:code": { else: 404 },
    "/owner/:code/file": { else: 404 },
    "/owner/:code/report": { else: 404 },
    "/api/jobs/:id/owner-links": API_OWNERS,
    "/api/jobs/:id/owner-links/:link_id": GET_NOT_ALLOWED,
    "/api/jobs/:id/owner-reports": API_OWNERS,
  },
  params: { linkId: "987654", link_id: "987654", code: "not-a-code" },
  bodies: {
    makeOwnerLink: NEW_LINK,
    revokeOwnerLink: {},
    recordOwnerReport: { ...NEW_REPORT, covers_to: "2025-12-31" },
  },
  good: { makeOwnerLink: NEW_LINK, revokeOwnerLink: {}, recordOwnerReport: NEW_REPORT },
  pages: {
    nobody: ["/owner"],
    manager: ["/jobs/1/owner", "/jobs/1/owner/links/new", "/jobs/1/owner/report"],
  },
  alike: {
    nobody: ["{owner_code}", "{owner_code}/report"],
    manager: ["/jobs/1/owner/clock", "/jobs/1/owner/reports/new", "{owner_link}/removal"],
  },
  forms: {
    nobody: ["/owner"],
    manager: ["/jobs/1/owner/links/new", "/jobs/1/owner/reports/new", "/jobs/1/owner/clock"],
  },
  shots: [
    { name: "owner-office", as: "manager", path: "/jobs/{job}/owner" },
    { name: "owner-link-new", as: "manager", path: "/jobs/{job}/owner/links/new" },
    { name: "owner-report", as: "manager", path: "/jobs/{job}/owner/report" },
    { name: "owner-code", as: null, path: "/owner" },
  ],
};
