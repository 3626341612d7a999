import type { Expectations } from "../../../../e2e/support/expectations";
import {
  API_ON_THE_JOB,
  API_THEIRS,
  COMPANY,
  NO_GET,
  OFFICE_ONLY,
  ON_THE_JOB,
  THEIRS,
} from "../../../../e2e/support/rows";

/** Valid bodies that are refused to everybody because of the rows that they name. */
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
    "/api/jobs/search": NO_GET,
    "/api/jobs/:id": API_THEIRS,
    "/api/jobs/:id/location": NO_GET,
    "/api/jobs/:id/status": NO_GET,
    "/api/jobs/:job_id/audits": API_ON_THE_JOB,
    "/api/jobs/:job_id/trip-tickets": API_THEIRS,
    "/api/jobs/:job_id/destinations": API_ON_THE_JOB,
    "/api/jobs/:job_id/destinations/:job_destination_id": NO_GET,
    "/api/jobs/:job_id/products": API_ON_THE_JOB,
    "/jobs": COMPANY,
    "/jobs/:jobId": THEIRS,
    "/jobs/:jobId/contract-volumes": OFFICE_ONLY,
    "/jobs/:jobId/deletion": OFFICE_ONLY,
    "/jobs/:jobId/destinations/:jobDestinationId": OFFICE_ONLY,
    "/jobs/:jobId/destinations/:jobDestinationId/removal": { else: 302 },
    "/jobs/:jobId/destinations/new": OFFICE_ONLY,
    "/jobs/:jobId/edit": OFFICE_ONLY,
    "/jobs/:jobId/history": ON_THE_JOB,
    "/jobs/:jobId/location": OFFICE_ONLY,
    "/jobs/:jobId/products/:product/deletion": OFFICE_ONLY,
    "/jobs/:jobId/products/new": OFFICE_ONLY,
    "/jobs/:jobId/sorts": ON_THE_JOB,
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
