import { useActionData, useLoaderData } from "@remix-run/react";
import type { FormReply } from "~/web/form-action.server";
import type { readRatePageData } from "../data/rate-page.server";
import { RatePage } from "./rate-form";

/** Page of a new or saved rate, from the data that `readRatePageData` returned. */
export function RateRoute() {
  const { id, rate_id, form, submission_id } = useLoaderData<typeof readRatePageData>();
  const result = useActionData<FormReply>();
  return <RatePage form={form} job={id} rate={rate_id} result={result} submissionId={submission_id} />;
}
