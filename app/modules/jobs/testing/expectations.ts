import type { Expectations } from "../../../../e2e/support/expectations";
import {
  ANY_COMPANY,
  API_JOB_PARTICIPANTS,
  API_JOB_WITHOUT_MILL,
  GET_NOT_ALLOWED,
  JOB_PARTICIPANTS,
  JOB_WITHOUT_MILL,
  REQUESTER_ONLY,
} from "../../../../e2e/support/rows";

/** Valid request bodies that are refused for every user because of the rows or versions in them. */
const ALSO_GOOD = {
  searchJobs: {},
  updateJobLocation: {
    version: 99,
    us_state_id: 26,
    us_county_id: 26039,
    township: "T28N",
    range: "R4W",
    section: "17",
  },
  addJobDestination: { company_location_id: 987_654 },
  updateJobDestination: { version: 99 },
  removeJobDestination: { version: 99 },
  deleteJobProducts: { products: [{ product_type_id: 987_654 }] },
};

/** Test expectations for jobs. */
export const expectations: Expectations = {
  answers: {
    "/api/jobs/search": GET_NOT_ALLOWED,
    "/api/jobs/:id": API_JOB_PARTICIPANTS,
    "/api/jobs/:id/location": GET_NOT_ALLOWED,
    "/api/jobs/:id/status": GET_NOT_ALLOWED,
    "/api/jobs/:job_id/audits": API_JOB_WITHOUT_MILL,
    "/api/jobs/:job_id/trip-tickets": API_JOB_PARTICIPANTS,
    "/api/jobs/:job_id/destinations": API_JOB_WITHOUT_MILL,
    "/api/jobs/:job_id/destinations/:job_destination_id": GET_NOT_ALLOWED,
    "/api/jobs/:job_id/products": API_JOB_WITHOUT_MILL,
    "/jobs": ANY_COMPANY,
    "/jobs/:jobId": JOB_PARTICIPANTS,
    "/jobs/:jobId/contract-volumes": REQUESTER_ONLY,
    "/jobs/:jobId/deletion": REQUESTER_ONLY,
    "/jobs/:jobId/destinations/:jobDestinationId": REQUESTER_ONLY,
    "/jobs/:jobId/destinations/:jobDestinationId/removal": { else: 302 },
    "/jobs/:jobId/destinations/new": REQUESTER_ONLY,
    "/jobs/:jobId/edit": REQUESTER_ONLY,
    "/jobs/:jobId/history": JOB_WITHOUT_MILL,
    "/jobs/:jobId/location": REQUESTER_ONLY,
    "/jobs/:jobId/products/:product/deletion": REQUESTER_ONLY,
    "/jobs/:jobId/products/new": REQUESTER_ONLY,
    "/jobs/:jobId/sorts": JOB_WITHOUT_MILL,
    "/jobs/:jobId/status": { else: 302 },
  },
  params: {
    id: "{job}",
    job_destination_id: "1",
    jobId: "{job}",
    jobDestinationId: "1",
    product: "5-746-0",
  },
  bodies: {
    ...ALSO_GOOD,
    updateJob: { version: 99, name: "STOLEN" },
    deleteJob: { version: 99 },
    setJobStatus: { version: 99, job_status_id: 2 },
    addJobProduct: {},
  },
  good: {
    ...ALSO_GOOD,
    updateJob: { version: 2 },
    deleteJob: { version: 2 },
    setJobStatus: { version: 2, job_status_id: 1 },
    addJobProduct: { product_type_id: 1, wood_species_id: 318 },
  },
  pages: {
    manager: [
      "/jobs/1/contract-volumes",
      "/jobs",
      "/jobs/1",
      "/jobs?name=Deward",
      "/jobs/1/sorts",
      "/jobs/1/history",
      "/jobs/1/edit",
      "/jobs/1/location",
      "/jobs/1/products/new",
      "/jobs/1/destinations/1",
    ],
    hauler: ["/jobs"],
  },
  alike: {
    manager: ["/jobs/1/deletion", "/jobs/1/destinations/new", "/jobs/1/products/5-746-0/deletion"],
  },
  forms: {
    manager: [
      "/jobs/1/contract-volumes",
      "/jobs/1",
      "/jobs/1/edit",
      "/jobs/1/location",
      "/jobs/1/products/new",
      "/jobs/1/destinations/new",
      "/jobs/1/destinations/1",
    ],
  },
  shots: [
    { name: "jobs", as: "manager", path: "/jobs" },
    { name: "job", as: "manager", path: "/jobs/{job}" },
    { name: "jobs-invited", as: "hauler", path: "/jobs" },
    { name: "job-sorts", as: "manager", path: "/jobs/{job}/sorts" },
    { name: "job-edit", as: "manager", path: "/jobs/{job}/edit" },
    { name: "job-destination", as: "manager", path: "/jobs/{job}/destinations/1" },
  ],
};
