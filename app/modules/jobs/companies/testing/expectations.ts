import type { Expectations } from "../../../../../e2e/support/expectations";
import {
  API_ON_THE_JOB,
  NO_GET,
  NO_SUCH,
  NOTHING_TO_ANSWER,
  OFFICE_NO_SUCH,
  OFFICE_ONLY,
  ON_THE_JOB,
} from "../../../../../e2e/support/rows";

/** Valid bodies that are refused to everybody because of the rows that they name. */
const ALSO_GOOD = {
  acceptJob: { version: 2 },
  declineJob: {},
  removeJobCompany: { version: 99 },
  setContract: {},
  setJobCrews: { crew_ids: [987_654] },
};

/** Test expectations for the companies of a job. */
export const expectations: Expectations = {
  answers: {
    "/api/jobs/:id/acceptance": NO_GET,
    "/api/jobs/:id/decline": NO_GET,
    "/api/jobs/:job_id/companies": API_ON_THE_JOB,
    "/api/jobs/:job_id/companies/:company_id": NO_GET,
    "/api/jobs/:job_id/companies/:company_id/contract": NO_GET,
    "/api/jobs/:job_id/crews": API_ON_THE_JOB,
    "/api/jobs/:job_id/haulers": API_ON_THE_JOB,
    "/jobs/:jobId/accept": NOTHING_TO_ANSWER,
    "/jobs/:jobId/acceptance-draft": { else: 302 },
    "/jobs/:jobId/companies": ON_THE_JOB,
    "/jobs/:jobId/companies/:companyId/contracts/:role": OFFICE_NO_SUCH,
    "/jobs/:jobId/companies/:companyId/contracts/:role/file": { ...NO_SUCH, mill: 403 },
    "/jobs/:jobId/companies/:companyId/invitation": OFFICE_NO_SUCH,
    "/jobs/:jobId/companies/:companyId/removal": OFFICE_ONLY,
    "/jobs/:jobId/companies/new": OFFICE_ONLY,
    "/jobs/:jobId/crews": { else: 302 },
    "/jobs/:jobId/decline": NOTHING_TO_ANSWER,
  },
  params: {
    role: "cut",
    companyId: "3",
  },
  bodies: {
    ...ALSO_GOOD,
    addJobCompany: { company_id: 987_654, roles: ["is_hauler"] },
  },
  good: {
    ...ALSO_GOOD,
    addJobCompany: { company_id: 3, roles: ["is_cutter"] },
  },
  pages: {
    manager: [
      "/jobs/1/companies",
      "/jobs/1/companies/new",
      "/jobs/1/companies/3/contracts/haul",
      "/jobs/1/companies/3/removal",
    ],
    hauler: ["/jobs/1/companies", "/jobs/3/accept", "/jobs/3/decline"],
  },
  alike: {
    manager: ["{contractor}/invitation"],
  },
  forms: {
    manager: ["/jobs/1/companies/new", "/jobs/1/companies/3/removal", "/jobs/1/companies/3/contracts/haul"],
    hauler: ["/jobs/1/companies"],
  },
  shots: [
    { name: "job-companies", as: "manager", path: "/jobs/{job}/companies" },
    { name: "job-accept", as: "hauler", path: "/jobs/3/accept" },
  ],
};
