import { createJob } from "~/features/job-setup/create-job.server";
import { getJobDraft, resetSetup } from "~/features/job-setup/draft.server";
import { keepOverview } from "~/features/job-setup/overview.server";
import { createLead } from "~/features/sales/leads.server";
import * as answers from "./answers-job-setup";
import type { RestCalls } from "./rest.server";

/** Calls about setting up jobs, and about the subscription that it needs (spec 1, section 7; spec 2, section 7). */
export const JOB_SETUP_CALLS = {
  "/api/jobs": {
    POST: {
      summary: "Create a job: whole, or out of one's own draft where the body has none",
      procedure: createJob,
      dataUrl: { part: "draft", field: "job_map", megabytes: 10, file_name: "Plan map.pdf" },
      status: 201,
      answer: answers.jobMade,
    },
  },
  "/api/job-draft": {
    GET: { summary: "Read the job you are setting up", procedure: getJobDraft, answer: answers.jobDraft },
    PUT: {
      summary: "Save the overview so far; fields left out become empty",
      procedure: keepOverview,
      answer: answers.draftKept,
    },
    DELETE: { summary: "Cancel a job's setup", procedure: resetSetup, answer: answers.draftDeleted },
  },
  "/api/leads": {
    POST: {
      summary: "Ask for a call about a subscription",
      procedure: createLead,
      status: 201,
      answer: answers.leadMade,
    },
  },
} as const satisfies Record<string, RestCalls>;
