import { fileAnswer } from "~/core/files/file-answer.server";
import { getJobFile } from "~/features/files/job-files.server";
import { bytesLoader } from "~/web/bytes.server";
import { context } from "~/web/context.server";
import { asPage, call, idOf } from "~/web/respond.server";

/** A job's file, to be saved, for who may see the job's files. */
export const loader = bytesLoader(async (args) => {
  const named = { job_id: idOf(args.params.jobId), file_id: idOf(args.params.fileId) };
  const file = await call(getJobFile, await context(args), named);
  return fileAnswer(file).catch((error: unknown) => {
    throw asPage(error);
  });
});
