import type { Expectations } from "../../../../../e2e/support/expectations";
import { API_JOB_PARTICIPANTS, JOB_WITHOUT_MILL } from "../../../../../e2e/support/rows";

/** Test expectations for the EUDR pages. */
export const expectations: Expectations = {
  answers: {
    "/api/jobs/:id/eudr": { ...API_JOB_PARTICIPANTS, mill: 403 },
    "/jobs/:jobId/eudr": JOB_WITHOUT_MILL,
    "/jobs/:jobId/eudr/file": JOB_WITHOUT_MILL,
    "/jobs/:jobId/eudr/products": JOB_WITHOUT_MILL,
  },
  pages: {
    manager: ["/jobs/1/eudr"],
  },
  shots: [{ name: "eudr", as: "manager", path: "/jobs/{job}/eudr" }],
};
