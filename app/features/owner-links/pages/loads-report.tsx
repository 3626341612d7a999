import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getOwnerMeta, OWNER_HEADERS } from "~/features/owner-links/meta";
import { OwnerReportSheet } from "~/features/owner-links/owner-report";
import { readPublicOwnerReport } from "~/features/owner-links/public.server";
import { ReportBar } from "~/features/owner-links/report-bar";
import { parseReportQuery } from "~/features/owner-links/report-input";
import { PublicFrame } from "~/ui/shell";
import { createOpenContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";

export const meta: MetaFunction = () => getOwnerMeta("Report of loads");
export const headers: HeadersFunction = () => OWNER_HEADERS;

export async function loader(args: LoaderFunctionArgs) {
  const code = (args.params.code ?? "").slice(0, 60);
  const reportQuery = parseReportQuery(args.request.url);
  const publicOwnerReport = await callProcedure(readPublicOwnerReport, await createOpenContext(args), {
    code,
    ...reportQuery,
  });
  return data(publicOwnerReport, { headers: OWNER_HEADERS });
}

/** Printed report for the land owner. */
export default function PublicReport() {
  const { path, owner, report } = useLoaderData<typeof loader>();
  return (
    <PublicFrame wide>
      <ReportBar
        back={{ href: path, label: "Back to your loads" }}
        here={`${path}/report`}
        days={report.days}
        part={report.part}
        parts={report.parts}
      />
      <OwnerReportSheet report={report} owner={owner} />
    </PublicFrame>
  );
}
