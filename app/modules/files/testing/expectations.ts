import type { Expectations } from "../../../../e2e/support/expectations";
import { API_ON_THE_JOB, NO_GET, NO_SUCH, ON_THE_JOB } from "../../../../e2e/support/rows";

/** Test expectations for files. */
export const expectations: Expectations = {
  answers: {
    "/api/jobs/:job_id/files": API_ON_THE_JOB,
    "/api/jobs/:job_id/file": NO_GET,
    "/api/jobs/:job_id/files/:file_id": NO_GET,
    "/api/jobs/:job_id/files/:file_id/content": { nobody: 401, mill: 403, else: 404 },
    "/jobs/:jobId/files": ON_THE_JOB,
    "/jobs/:jobId/files/:fileId": { ...NO_SUCH, mill: 403 },
    "/jobs/:jobId/files/:fileId/removal": { else: 302 },
  },
  params: {
    job_id: "{job}",
    file_id: "987654",
    fileId: "987654",
  },
  bodies: {
    addJobFile: {},
    removeJobFile: { version: 2 },
  },
  good: {
    addJobFile: {},
    removeJobFile: { version: 2 },
  },
  pages: {
    manager: ["/jobs/1/files"],
  },
  forms: {
    manager: ["/jobs/1/files"],
  },
};
