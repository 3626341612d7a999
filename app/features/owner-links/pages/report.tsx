import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readOfficeReport } from "~/features/owner-links/office.server";
import { OwnerReportSheet } from "~/features/owner-links/owner-report";
import { ReportBar } from "~/features/owner-links/report-bar";
import { reportAsked } from "~/features/owner-links/report-input";
import { PublicFrame } from "~/ui/shell";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, idOf } from "~/web/respond.server";

export const meta: MetaFunction = () => [{ title: "Report to the land owner · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const asked = reportAsked(args.request.url);
  return call(readOfficeReport, await context(args), { id: idOf(args.params.jobId), ...asked });
}

/** The report to the land owner, as who runs the job prints and sends it. */
export default function OfficeReport() {
  const { id, report } = useLoaderData<typeof loader>();
  return (
    <PublicFrame wide>
      <ReportBar
        back={{ href: paths.job(id, "owner"), label: "Back to the job" }}
        here={paths.job(id, "owner/report")}
        days={report.days}
        part={report.part}
        parts={report.parts}
      />
      <OwnerReportSheet report={report} />
    </PublicFrame>
  );
}
