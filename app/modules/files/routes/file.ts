import { buildFileResponse } from "~/lib/files/file-answer.server";
import { createFileLoader } from "~/web/bytes.server";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, toErrorResponse } from "~/web/form-action.server";
import { getJobFile } from "../data/job-files.server";

/** Download a job's file, for users who may see the job's files. */
export const loader = createFileLoader(async (args) => {
  const named = { job_id: parseId(args.params.jobId), file_id: parseId(args.params.fileId) };
  const file = await callProcedure(getJobFile, await createContext(args), named);
  return buildFileResponse(file).catch((error: unknown) => {
    throw toErrorResponse(error);
  });
});
