import type { Expectations } from "../../../../e2e/support/expectations";
import {
  API_JOB_WITHOUT_MILL,
  GET_NOT_ALLOWED,
  JOB_WITHOUT_MILL,
  NOT_FOUND_FOR_ALL,
} from "../../../../e2e/support/rows";

/** Test expectations for files. */
export const expectations: Expectations = {
  answers: {
    "/api/jobs/:job_id/files": API_JOB_WITHOUT_MILL,
    "/api/jobs/:job_id/file": GET_NOT_ALLOWED,
    "/api/jobs/:job_id/files/:file_id": GET_NOT_ALLOWED,
    "/api/jobs/:job_id/files/:file_id/content": { nobody: 401, mill: 403, else: 404 },
    "/jobs/:jobId/files": JOB_WITHOUT_MILL,
    "/jobs/:jobId/files/:fileId": { ...NOT_FOUND_FOR_ALL, mill: 403 },
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
