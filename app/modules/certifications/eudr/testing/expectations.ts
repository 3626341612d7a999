import type { Expectations } from "../../../../../e2e/support/expectations";
import { API_THEIRS, ON_THE_JOB } from "../../../../../e2e/support/rows";

/** Test expectations for EUDR. */
export const expectations: Expectations = {
  answers: {
    "/api/jobs/:id/eudr": { ...API_THEIRS, mill: 403 },
    "/jobs/:jobId/eudr": ON_THE_JOB,
    "/jobs/:jobId/eudr/file": ON_THE_JOB,
    "/jobs/:jobId/eudr/products": ON_THE_JOB,
  },
  pages: {
    manager: ["/jobs/1/eudr"],
  },
  shots: [{ name: "eudr", as: "manager", path: "/jobs/{job}/eudr" }],
};
