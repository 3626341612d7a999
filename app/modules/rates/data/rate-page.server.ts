import type { LoaderFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import type { Procedure } from "~/web/procedure";
import { createSubmissionId } from "~/web/submission-id.server";
import { getRateForm } from "./rates.server";

type Kind = "product" | "haul";

/** Parse the job id and rate id in the URL; a new rate has no id. */
const named = ({ params: { jobId, rateId } }: LoaderFunctionArgs) => ({
  job_id: parseId(jobId),
  rate_id: rateId === undefined ? undefined : parseId(rateId),
});

/** Load the data for a rate's form: for the rate in the URL, or for a new rate. */
export async function readRatePageData(args: LoaderFunctionArgs, kind: Kind) {
  const { job_id: id, rate_id } = named(args);
  const form = await callProcedure(getRateForm, await createContext(args), { id, kind, rate_id });
  return { id, rate_id, form, submission_id: createSubmissionId() };
}

/** Save the rate; a change that affects loads already hauled must be confirmed first. */
export function submitRate<I extends z.ZodType, O>(procedure: Procedure<I, O>, args: LoaderFunctionArgs) {
  const ids = named(args);
  return submit(procedure, args, {
    fixed: { ...ids, ask_first: "on" },
    blankIsNull: true,
    to: () => paths.job(ids.job_id, "rates"),
  });
}
