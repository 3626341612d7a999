import { formatCount } from "~/lib/text/text";
import { ButtonLink, DetailBox } from "~/ui/parts";
import { paths } from "~/web/paths";
import type { getJobOwner } from "../data/office.server";
import { DeadlineList } from "./clock-list";

type Owner = Awaited<ReturnType<typeof getJobOwner.run>>;

/**
 * Box that shows when a report to the land owner is due and which reports were delivered; only the company that owes
 * the report can record one.
 */
export function OwnerReports({ page }: { page: Owner }) {
  const to = (path: string) => paths.job(page.id, `owner/${path}`);
  return (
    <DetailBox title="Reports to the land owner" full>
      <DeadlineList clocks={page.clocks} state={page.state} />
      {page.harvest_ended_on ? <p>The harvest was complete {page.harvest_ended_on}.</p> : null}
      {page.asked_on.length ? <p>The owner asked for a report: {page.asked_on.join(", ")}.</p> : null}
      {page.may_report &&
      page.is_over &&
      !page.harvest_ended_on &&
      page.clocks.some((c) => c.starts === "harvest_end") ? (
        <p>This job isn't active anymore. If the harvest is complete, enter the day.</p>
      ) : null}
      {page.reports.length ? (
        <ul className="rows">
          {page.reports.map((report) => (
            <li key={report.id}>
              <span>
                <strong>{report.days}</strong>{" "}
                <span className="soft small block">
                  {formatCount(report.loads, "load")} · given {report.how} {report.given_on}
                </span>{" "}
                {report.by ? <span className="soft small block">Recorded by {report.by}</span> : null}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="soft">No reports yet.</p>
      )}
      <div className="row">
        {page.may_print ? <ButtonLink href={to("report")}>Report to print</ButtonLink> : null}
        {page.may_report ? (
          <>
            <ButtonLink href={to("reports/new")}>Record that it was given</ButtonLink>
            <ButtonLink href={to("clock")}>Harvest complete, or the owner asked</ButtonLink>
          </>
        ) : null}
      </div>
    </DetailBox>
  );
}
