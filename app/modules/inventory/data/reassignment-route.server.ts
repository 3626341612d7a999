import type { LoaderFunctionArgs } from "@remix-run/node";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getInventoryReassignment } from "../shared/destination-inventory.server";

/** Return the ids of the job and of the job's destination in the URL. */
export const readRouteIds = (params: LoaderFunctionArgs["params"]) => ({
  job_id: parseId(params.jobId),
  job_destination_id: parseId(params.jobDestinationId),
});

/** Load the waiting loads of a job's destination, for the pages that move and delete them. */
export async function loadReassignment(args: LoaderFunctionArgs) {
  const { job_id: id, job_destination_id } = readRouteIds(args.params);
  const page = await callProcedure(getInventoryReassignment, await createContext(args), {
    id,
    job_destination_id,
  });
  return { ...page, job_destination_id, submission_id: createSubmissionId() };
}
