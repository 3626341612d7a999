import type { LoaderFunctionArgs } from "@remix-run/node";
import { apiContext, refusalJson } from "~/api/rest.server";
import { fileAnswer } from "~/core/files/file-answer.server";
import { getJobFile } from "~/features/files/job-files.server";
import { perform } from "~/web/perform.server";
import { missing } from "~/web/refusal";

/** A file's bytes for API keys; the list of a job's files gives the address. */
export async function loader(args: LoaderFunctionArgs) {
  try {
    const ctx = await apiContext(args);
    const [job_id, file_id] = [Number(args.params.job_id), Number(args.params.file_id)];
    if (!Number.isSafeInteger(job_id) || !Number.isSafeInteger(file_id)) throw missing();
    return await fileAnswer(await perform(getJobFile, ctx, { job_id, file_id }));
  } catch (error) {
    return refusalJson(error, args);
  }
}
