import type { Expectations } from "../../../../e2e/support/expectations";
import { API_THEIRS, THEIRS } from "../../../../e2e/support/rows";

/** Test expectations for checks of load numbers. */
export const expectations: Expectations = {
  answers: {
    "/api/jobs/:job_id/checks": API_THEIRS,
    "/jobs/:jobId/checks": THEIRS,
  },
  pages: {
    manager: ["/jobs/1/checks"],
  },
  shots: [{ name: "checks", as: "manager", path: "/jobs/{job}/checks" }],
};
