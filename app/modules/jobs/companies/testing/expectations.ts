import type { Expectations } from "../../../../../e2e/support/expectations";
import {
  API_JOB_WITHOUT_MILL,
  GET_NOT_ALLOWED,
  JOB_WITHOUT_MILL,
  NO_OPEN_INVITATION,
  NOT_FOUND_FOR_ALL,
  REQUESTER_NOT_FOUND,
  REQUESTER_ONLY,
} from "../../../../../e2e/support/rows";

/** Valid request bodies that every user is refused, because of the records they name. */
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
    "/api/jobs/:id/acceptance": GET_NOT_ALLOWED,
    "/api/jobs/:id/decline": GET_NOT_ALLOWED,
    "/api/jobs/:job_id/companies": API_JOB_WITHOUT_MILL,
    "/api/jobs/:job_id/companies/:company_id": GET_NOT_ALLOWED,
    "/api/jobs/:job_id/companies/:company_id/contract": GET_NOT_ALLOWED,
    "/api/jobs/:job_id/crews": API_JOB_WITHOUT_MILL,
    "/api/jobs/:job_id/haulers": API_JOB_WITHOUT_MILL,
    "/jobs/:jobId/accept": NO_OPEN_INVITATION,
    "/jobs/:jobId/acceptance-draft": { else: 302 },
    "/jobs/:jobId/companies": JOB_WITHOUT_MILL,
    "/jobs/:jobId/companies/:companyId/contracts/:role": REQUESTER_NOT_FOUND,
    "/jobs/:jobId/companies/:companyId/contracts/:role/file": { ...NOT_FOUND_FOR_ALL, mill: 403 },
    "/jobs/:jobId/companies/:companyId/invitation": REQUESTER_NOT_FOUND,
    "/jobs/:jobId/companies/:companyId/removal": REQUESTER_ONLY,
    "/jobs/:jobId/companies/new": REQUESTER_ONLY,
    "/jobs/:jobId/crews": { else: 302 },
    "/jobs/:jobId/decline": NO_OPEN_INVITATION,
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
