import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PublicFrame } from "~/ui/shell";
import { createOpenContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { readPublicOwnerReport } from "../data/public.server";
import { getOwnerMeta, OWNER_HEADERS } from "../rules/meta";
import { parseReportQuery } from "../rules/report-input";
import { OwnerReportSheet } from "../ui/owner-report";
import { ReportToolbar } from "../ui/report-bar";

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

/** Report for the land owner to print. */
export default function PublicOwnerReport() {
  const { path, owner, report } = useLoaderData<typeof loader>();
  return (
    <PublicFrame wide>
      <ReportToolbar
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
