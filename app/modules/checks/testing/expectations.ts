import type { Expectations } from "../../../../e2e/support/expectations";
import { API_JOB_PARTICIPANTS, JOB_PARTICIPANTS } from "../../../../e2e/support/rows";

/** Test expectations for a job's checks. */
export const expectations: Expectations = {
  answers: {
    "/api/jobs/:job_id/checks": API_JOB_PARTICIPANTS,
    "/jobs/:jobId/checks": JOB_PARTICIPANTS,
  },
  pages: {
    manager: ["/jobs/1/checks"],
  },
  shots: [{ name: "checks", as: "manager", path: "/jobs/{job}/checks" }],
};
