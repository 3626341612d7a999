import { MAX_UPLOAD_MEGABYTES } from "~/lib/files/file-sizes";
import type { ApiCalls, ApiSection } from "~/web/rest-call";
import { addJobCompany } from "./data/adding.server";
import { listJobCompanies, listJobCrews, listJobHaulers } from "./data/companies.server";
import { setContract } from "./data/contracts.server";
import { acceptJob, declineJob, setJobCrews } from "./data/invitations.server";
import { removeJobCompany } from "./data/removal.server";

export const about: ApiSection = "Jobs";

/** Calls about the companies on a job: invitations, answers, contracts, crews. */
export const calls: ApiCalls = {
  "POST /api/jobs/{id}/acceptance": {
    summary: "Accept a job, or a changed contract on it, as it was read (my_version plus one)",
    procedure: acceptJob,
  },
  "POST /api/jobs/{id}/decline": {
    summary: "Decline a job",
    procedure: declineJob,
  },
  "GET /api/jobs/{job_id}/companies": {
    summary: "List the companies on a job",
    procedure: listJobCompanies,
  },
  "POST /api/jobs/{job_id}/companies": {
    summary: "Put a company on a job, in one or more roles",
    procedure: addJobCompany,
    status: 201,
  },
  "DELETE /api/jobs/{job_id}/companies/{company_id}": {
    summary: "Take a company off a job; one with loads keeps its tickets",
    procedure: removeJobCompany,
  },
  "PUT /api/jobs/{job_id}/companies/{company_id}/contract": {
    summary:
      "Name a company's contract in one role (cut, skid or haul), with its PDF; it is asked to accept again",
    procedure: setContract,
    upload: { field: "contract", megabytes: MAX_UPLOAD_MEGABYTES.pdf, typed: ["version"] },
  },
  "GET /api/jobs/{job_id}/crews": {
    summary: "List the crews on a job",
    procedure: listJobCrews,
  },
  "PUT /api/jobs/{job_id}/crews": {
    summary: "Choose which of your crews work on the job",
    procedure: setJobCrews,
  },
  "GET /api/jobs/{job_id}/haulers": {
    summary: "List the haulers of a job",
    procedure: listJobHaulers,
  },
};
