import type { ApiCalls, ApiSection } from "~/web/rest-call";
import { addJobDestination } from "./data/destination-adding.server";
import { removeJobDestination, updateJobDestination } from "./data/destination-change.server";
import { listJobAudits } from "./data/history.server";
import { updateJobLocation } from "./data/location.server";
import { addJobProduct, deleteJobProducts, listJobProducts } from "./data/products.server";
import { getJobRecord, listJobTickets, searchJobs } from "./data/record.server";
import { listJobDestinations } from "./shared/destinations.server";
import { deleteJob, setJobStatus, updateJob } from "./shared/update.server";

export const about: ApiSection = "Jobs";

/** Calls about a job itself, its history, and where its wood goes. */
export const calls: ApiCalls = {
  "POST /api/jobs/search": {
    summary: "Find jobs by name, contract number or status; take -1 for all of them",
    procedure: searchJobs,
  },
  "GET /api/jobs/{id}": {
    summary: "Read a job; include: companies, destinations, products, rates",
    procedure: getJobRecord,
  },
  "PUT /api/jobs/{id}": {
    summary: "Change a job's own fields; fields left out stay as they are",
    procedure: updateJob,
    named: { job_id: "id" },
    dto: true,
  },
  "DELETE /api/jobs/{id}": {
    summary: "Delete a job; its waiting loads are cancelled, its history stays",
    procedure: deleteJob,
  },
  "PUT /api/jobs/{id}/location": {
    summary: "Move a job: county, land description, pin",
    procedure: updateJobLocation,
    named: { job_id: "id" },
    dto: true,
  },
  "PUT /api/jobs/{id}/status": {
    summary: "Activate (1) or deactivate (2) a job",
    procedure: setJobStatus,
  },
  "GET /api/jobs/{job_id}/audits": {
    summary: "Read a job's history, newest first",
    procedure: listJobAudits,
  },
  "GET /api/jobs/{job_id}/trip-tickets": {
    summary: "List the trip tickets of a job that you can see",
    procedure: listJobTickets,
  },
  "GET /api/jobs/{job_id}/destinations": {
    summary: "List a job's destinations and what they accept",
    procedure: listJobDestinations,
  },
  "POST /api/jobs/{job_id}/destinations": {
    summary: "Add a destination to a job",
    procedure: addJobDestination,
    status: 201,
  },
  "PUT /api/jobs/{job_id}/destinations/{job_destination_id}": {
    summary: "Change a destination's miles and what it accepts",
    procedure: updateJobDestination,
  },
  "DELETE /api/jobs/{job_id}/destinations/{job_destination_id}": {
    summary: "Take a destination off a job",
    procedure: removeJobDestination,
  },
  "GET /api/jobs/{job_id}/products": {
    summary: "List the products of a job",
    procedure: listJobProducts,
  },
  "POST /api/jobs/{job_id}/products": {
    summary: "Add a product to a job",
    procedure: addJobProduct,
    status: 201,
  },
  "DELETE /api/jobs/{job_id}/products": {
    summary: "Delete products with their sorts and rates; not while a load is open of one",
    procedure: deleteJobProducts,
  },
};
