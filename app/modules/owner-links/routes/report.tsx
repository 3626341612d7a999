import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PublicFrame } from "~/ui/shell";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { readOfficeReport } from "../data/office.server";
import { parseReportQuery } from "../rules/report-input";
import { OwnerReportSheet } from "../ui/owner-report";
import { ReportToolbar } from "../ui/report-bar";

export const meta: MetaFunction = () => [{ title: "Report to the land owner · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const reportQuery = parseReportQuery(args.request.url);
  return callProcedure(readOfficeReport, await createContext(args), {
    id: parseId(args.params.jobId),
    ...reportQuery,
  });
}

/** Report to the land owner, for the job's managers to print and send. */
export default function OfficeOwnerReport() {
  const { id, report } = useLoaderData<typeof loader>();
  return (
    <PublicFrame wide>
      <ReportToolbar
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
