import type { ApiCalls, ApiSection } from "~/web/rest-call";
import { getJobChecks } from "./data/checks.server";

export const about: ApiSection = "Jobs";

/** API calls about inconsistencies in a job's loads. */
export const calls: ApiCalls = {
  "GET /api/jobs/{job_id}/checks": {
    summary: "What doesn't add up on a job; days: unscaled for longer than this many days",
    procedure: getJobChecks,
  },
};
