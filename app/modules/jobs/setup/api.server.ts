import type { ApiCalls, ApiSection } from "~/web/rest-call";
import { getJobDraft, resetSetup } from "../shared/draft.server";
import { createJob } from "./data/create-job.server";
import { saveIncompleteOverview } from "./data/overview.server";

export const about: ApiSection = "Jobs";

/** Calls about setting up a job. */
export const calls: ApiCalls = {
  "POST /api/jobs": {
    summary: "Create a job from the body, or from your own draft if the body has none",
    procedure: createJob,
    dataUrl: {
      part: "draft",
      field: "job_map",
      types: ["application/pdf"],
      megabytes: 10,
      file_name: "Plan map.pdf",
    },
    status: 201,
  },
  "GET /api/job-draft": {
    summary: "Read the job you are setting up",
    procedure: getJobDraft,
  },
  "PUT /api/job-draft": {
    summary: "Save the overview so far; fields left out become empty",
    procedure: saveIncompleteOverview,
  },
  "DELETE /api/job-draft": {
    summary: "Cancel a job's setup",
    procedure: resetSetup,
  },
};
