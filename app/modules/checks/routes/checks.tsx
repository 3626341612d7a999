import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { createFilterReader } from "~/lib/text/unreadable-filter";
import { PageHead } from "~/ui/parts";
import { UnreadableFilter } from "~/ui/unreadable-filter";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { getJobChecks } from "../data/checks.server";
import { JobChecks } from "../ui/job-checks";

export const meta: MetaFunction = () => [{ title: "Checks · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const job_id = parseId(args.params.jobId);
  const { read, unreadable } = createFilterReader(args.request.url);
  const number = read("days", "Days", (text) =>
    /^\d{1,3}$/.test(text) ? Math.min(365, Number(text)) : null,
  );
  const days =
    number ?? (/^0+$/.test(new URL(args.request.url).searchParams.get("days") ?? "") ? 0 : undefined);
  return {
    unreadable,
    checks: await callProcedure(getJobChecks, await createContext(args), {
      job_id,
      days,
    }),
  };
}

export default function Checks() {
  const { checks, unreadable } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Checks" lede="What doesn't add up" />
      {unreadable.length ? <UnreadableFilter parts={unreadable} /> : <JobChecks checks={checks} />}
    </>
  );
}
