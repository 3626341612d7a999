import type { About, ApiCalls } from "~/web/rest-call";
import { getJobChecks } from "./checks.server";

export const about: About = "Jobs";

/** Calls about what doesn't add up. */
export const calls: ApiCalls = {
  "GET /api/jobs/{job_id}/checks": {
    summary: "What doesn't add up on a job; days: unscaled for longer than this many days",
    procedure: getJobChecks,
  },
};
