import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { OWNER_HEADERS, OWNER_META } from "~/features/owner-links/meta";
import { OwnerReportSheet } from "~/features/owner-links/owner-report";
import { readPublicOwnerReport } from "~/features/owner-links/public.server";
import { ReportBar } from "~/features/owner-links/report-bar";
import { reportAsked } from "~/features/owner-links/report-input";
import { PublicFrame } from "~/ui/shell";
import { openContext } from "~/web/context.server";
import { call } from "~/web/respond.server";

export const meta: MetaFunction = () => OWNER_META("Report of loads");
export const headers: HeadersFunction = () => OWNER_HEADERS;

export async function loader(args: LoaderFunctionArgs) {
  const code = (args.params.code ?? "").slice(0, 60);
  const asked = reportAsked(args.request.url);
  const found = await call(readPublicOwnerReport, await openContext(args), { code, ...asked });
  return data(found, { headers: OWNER_HEADERS });
}

/** The report on paper, for the land owner. */
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
