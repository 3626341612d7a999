import type { LoaderFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import type { Procedure } from "~/web/procedure";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";
import { getRateForm } from "./rates.server";

type Kind = "product" | "haul";

/** The job of the address, and the rate, which a new one has none of. */
const named = ({ params: { jobId, rateId } }: LoaderFunctionArgs) => ({
  job_id: idOf(jobId),
  rate_id: rateId === undefined ? undefined : idOf(rateId),
});

/** A rate of a job as its form starts: the one that the address names, or a new one. */
export async function loadRate(args: LoaderFunctionArgs, kind: Kind) {
  const { job_id: id, rate_id } = named(args);
  const form = await call(getRateForm, await context(args), { id, kind, rate_id });
  return { id, rate_id, form, submission_id: newSubmissionId() };
}

/** Saves it; a change that reaches back into what was hauled is asked about first. */
export function submitRate<I extends z.ZodType, O>(procedure: Procedure<I, O>, args: LoaderFunctionArgs) {
  const ids = named(args);
  return submit(procedure, args, {
    fixed: { ...ids, ask_first: "on" },
    blankIsNull: true,
    to: () => paths.job(ids.job_id, "rates"),
  });
}
