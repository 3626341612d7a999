import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { getJobChecks } from "../data/checks.server";
import { JobChecks } from "../ui/job-checks";

export const meta: MetaFunction = () => [{ title: "Checks · Timbertally" }];

/** Parse the number of days from the URL; any invalid value is ignored. */
function daysOf(url: string): number | undefined {
  const typed = new URL(url).searchParams.get("days") ?? "";
  return /^\d{1,3}$/.test(typed) ? Math.min(365, Number(typed)) : undefined;
}

export async function loader(args: LoaderFunctionArgs) {
  const job_id = parseId(args.params.jobId);
  return {
    checks: await callProcedure(getJobChecks, await createContext(args), {
      job_id,
      days: daysOf(args.request.url),
    }),
  };
}

export default function Checks() {
  const { checks } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Checks" lede="What doesn't add up" />
      <JobChecks checks={checks} />
    </>
  );
}
