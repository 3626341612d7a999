import { KINDS, MOST_MEGABYTES } from "~/core/files/kind.server";
import { listJobDestinations } from "~/core/jobs/destinations.server";
import {
  addJobComment,
  listJobComments,
  removeJobComment,
  updateJobComment,
} from "~/features/comments/job-comments.server";
import { addJobFile, listJobFiles, removeJobFile } from "~/features/files/job-files.server";
import { addJobCompany } from "~/features/job-companies/adding.server";
import { listJobCompanies, listJobCrews, listJobHaulers } from "~/features/job-companies/companies.server";
import { setContract } from "~/features/job-companies/contracts.server";
import { acceptJob, declineJob, setJobCrews } from "~/features/job-companies/invitations.server";
import { removeJobCompany } from "~/features/job-companies/removal.server";
import { addJobDestination } from "~/features/jobs/destination-adding.server";
import { removeJobDestination, updateJobDestination } from "~/features/jobs/destination-change.server";
import { listJobAudits } from "~/features/jobs/history.server";
import { updateJobLocation } from "~/features/jobs/location.server";
import { addJobProduct, deleteJobProducts, listJobProducts } from "~/features/jobs/products.server";
import { getJobRecord, listJobTickets, searchJobs } from "~/features/jobs/record.server";
import { deleteJob, setJobStatus, updateJob } from "~/features/jobs/update.server";
import { addJobPhoto, listJobPhotos, removeJobPhoto } from "~/features/photos/job-photos.server";
import * as answers from "./answers-jobpage";
import type { RestCalls } from "./rest.server";

/** The job's id as bodies of the specification name it. */
const JOB = { job_id: "id" };

/** Calls about a job: the job itself, its notes, its people, and where its wood goes (spec 1, section 7). */
export const JOB_CALLS = {
  "/api/jobs/search": {
    POST: {
      summary: "Find jobs by name, contract number or status; take -1 for all of them",
      procedure: searchJobs,
      answer: answers.jobs,
    },
  },
  "/api/jobs/{id}": {
    GET: {
      summary: "Read a job; include: companies, destinations, products, rates",
      procedure: getJobRecord,
      params: ["id"],
      answer: answers.jobRecord,
    },
    PUT: {
      summary: "Change a job's own fields; fields left out stay as they are",
      procedure: updateJob,
      params: ["id"],
      named: JOB,
      dto: true,
      answer: answers.changed,
    },
    DELETE: {
      summary: "Delete a job; its loads that wait are cancelled, its history stays",
      procedure: deleteJob,
      params: ["id"],
      answer: answers.changed,
    },
  },
  "/api/jobs/{id}/location": {
    PUT: {
      summary: "Move a job: county, land description, pin",
      procedure: updateJobLocation,
      params: ["id"],
      named: JOB,
      dto: true,
      answer: answers.changed,
    },
  },
  "/api/jobs/{id}/status": {
    PUT: {
      summary: "Activate (1) or deactivate (2) a job",
      procedure: setJobStatus,
      params: ["id"],
      answer: answers.changed,
    },
  },
  "/api/jobs/{id}/acceptance": {
    POST: {
      summary: "Accept a job, or a changed contract on it, as it was read (my_version plus one)",
      procedure: acceptJob,
      params: ["id"],
      answer: answers.changed,
    },
  },
  "/api/jobs/{id}/decline": {
    POST: { summary: "Decline a job", procedure: declineJob, params: ["id"], answer: answers.changed },
  },
  "/api/jobs/{job_id}/audits": {
    GET: {
      summary: "Read a job's history, newest first",
      procedure: listJobAudits,
      params: ["job_id"],
      answer: answers.audits,
    },
  },
  "/api/jobs/{job_id}/comments": {
    GET: {
      summary: "Read the comments on a job, newest first",
      procedure: listJobComments,
      params: ["job_id"],
      answer: answers.comments,
    },
    POST: {
      summary: "Comment on a job",
      procedure: addJobComment,
      params: ["job_id"],
      status: 201,
      answer: answers.commented,
    },
  },
  "/api/jobs/{job_id}/comments/{comment_id}": {
    PUT: {
      summary: "Change your own comment",
      procedure: updateJobComment,
      params: ["job_id", "comment_id"],
      answer: answers.changed,
    },
    DELETE: {
      summary: "Remove your own comment",
      procedure: removeJobComment,
      params: ["job_id", "comment_id"],
      answer: answers.changed,
    },
  },
  "/api/jobs/{job_id}/files": {
    GET: {
      summary: "List a job's files, newest first",
      procedure: listJobFiles,
      params: ["job_id"],
      answer: answers.files,
    },
  },
  "/api/jobs/{job_id}/file": {
    POST: {
      summary: "Add a PDF or MP4 video to a job",
      procedure: addJobFile,
      params: ["job_id"],
      upload: { field: "file", megabytes: MOST_MEGABYTES, typed: ["is_plan_map"] },
      status: 201,
      answer: answers.filed,
    },
  },
  "/api/jobs/{job_id}/files/{file_id}": {
    DELETE: {
      summary: "Delete a file that one has added",
      procedure: removeJobFile,
      params: ["job_id", "file_id"],
      answer: answers.changed,
    },
  },
  "/api/jobs/{job_id}/photos": {
    GET: {
      summary: "List a job's photos, newest first",
      procedure: listJobPhotos,
      params: ["job_id"],
      answer: answers.photos,
    },
    POST: {
      summary: "Add a photo to a job",
      procedure: addJobPhoto,
      params: ["job_id"],
      upload: { field: "photo", megabytes: 10 },
      status: 201,
      answer: answers.photographed,
    },
  },
  "/api/jobs/{job_id}/photos/{photo_id}": {
    DELETE: {
      summary: "Remove your own photo",
      procedure: removeJobPhoto,
      params: ["job_id", "photo_id"],
      answer: answers.changed,
    },
  },
  "/api/jobs/{job_id}/trip-tickets": {
    GET: {
      summary: "List the trip tickets of a job that you can see",
      procedure: listJobTickets,
      params: ["job_id"],
      answer: answers.tickets,
    },
  },
  "/api/jobs/{job_id}/companies": {
    GET: {
      summary: "List the companies on a job",
      procedure: listJobCompanies,
      params: ["job_id"],
      answer: answers.jobCompanies,
    },
    POST: {
      summary: "Put a company on a job, in one or more roles",
      procedure: addJobCompany,
      params: ["job_id"],
      status: 201,
      answer: answers.made,
    },
  },
  "/api/jobs/{job_id}/companies/{company_id}": {
    DELETE: {
      summary: "Take a company off a job; one with loads keeps its tickets",
      procedure: removeJobCompany,
      params: ["job_id", "company_id"],
      answer: answers.changed,
    },
  },
  "/api/jobs/{job_id}/companies/{company_id}/contract": {
    PUT: {
      summary:
        "Name a company's contract in one role (cut, skid or haul), with its PDF; it is asked to accept again",
      procedure: setContract,
      params: ["job_id", "company_id"],
      upload: { field: "contract", megabytes: KINDS.pdf.megabytes, typed: ["version"] },
      answer: answers.changed,
    },
  },
  "/api/jobs/{job_id}/crews": {
    GET: {
      summary: "List the crews on a job",
      procedure: listJobCrews,
      params: ["job_id"],
      answer: answers.jobCrews,
    },
    PUT: {
      summary: "Choose which of your crews work on the job",
      procedure: setJobCrews,
      params: ["job_id"],
      answer: answers.changed,
    },
  },
  "/api/jobs/{job_id}/haulers": {
    GET: {
      summary: "List the haulers of a job",
      procedure: listJobHaulers,
      params: ["job_id"],
      answer: answers.haulers,
    },
  },
  "/api/jobs/{job_id}/destinations": {
    GET: {
      summary: "List a job's destinations and what they accept",
      procedure: listJobDestinations,
      params: ["job_id"],
      answer: answers.jobDestinations,
    },
    POST: {
      summary: "Add a destination to a job",
      procedure: addJobDestination,
      params: ["job_id"],
      status: 201,
      answer: answers.made,
    },
  },
  "/api/jobs/{job_id}/destinations/{job_destination_id}": {
    PUT: {
      summary: "Change a destination's miles and what it accepts",
      procedure: updateJobDestination,
      params: ["job_id", "job_destination_id"],
      answer: answers.changed,
    },
    DELETE: {
      summary: "Take a destination off a job",
      procedure: removeJobDestination,
      params: ["job_id", "job_destination_id"],
      answer: answers.changed,
    },
  },
  "/api/jobs/{job_id}/products": {
    GET: {
      summary: "List the products of a job",
      procedure: listJobProducts,
      params: ["job_id"],
      answer: answers.jobProducts,
    },
    POST: {
      summary: "Add a product to a job",
      procedure: addJobProduct,
      params: ["job_id"],
      status: 201,
      answer: answers.made,
    },
    DELETE: {
      summary: "Delete products with their sorts and rates; not while a load is open of one",
      procedure: deleteJobProducts,
      params: ["job_id"],
      answer: answers.counted,
    },
  },
} as const satisfies Record<string, RestCalls>;
