import type { LoaderFunctionArgs } from "@remix-run/node";
import { context } from "~/web/context.server";
import { call, idOf } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";
import { getReassignment } from "./destination-inventory.server";

/** The job's destination that an address names. */
export const namedBy = (params: LoaderFunctionArgs["params"]) => ({
  job_id: idOf(params.jobId),
  job_destination_id: idOf(params.jobDestinationId),
});

/** The loads that are to go to a job's destination, for the pages that move and delete them. */
export async function loadReassignment(args: LoaderFunctionArgs) {
  const { job_id: id, job_destination_id } = namedBy(args.params);
  const page = await call(getReassignment, await context(args), { id, job_destination_id });
  return { ...page, job_destination_id, submission_id: newSubmissionId() };
}
