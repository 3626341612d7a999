import { ButtonLink } from "~/ui/parts";
import type { Period } from "~/ui/period";
import { paths } from "~/web/paths";
import {
  DIMENSIONS,
  type Dimension,
  REPORT_NAMES,
  type ReportName,
  TURN_TIME_GROUPINGS,
} from "../rules/query";

const REPORT_WORDS: Record<ReportName, string> = {
  deliveries: "Deliveries",
  by: "By",
  trucks: "Trucks",
  turns: "Turn times",
  plan: "Plan",
  inventory: "Inventory",
};
const BY_WORDS: Record<Dimension, string> = {
  product: "Product",
  sort: "Product and species",
  species: "Species",
  destination: "Destination",
  job: "Job",
  cutter: "Cutter",
  skidder: "Skidder",
  hauler: "Hauler",
  driver: "Driver",
};

type Shown = { report: ReportName; by: Dimension; period: Period; narrowed: Record<string, string> };

const hrefOf = ({ report, by, period, narrowed }: Shown, path: string = paths.production) => {
  const { range, grain, compare } = period;
  const query = {
    report,
    ...(report === "by" || report === "turns" ? { by } : {}),
    from: range.start,
    to: range.end,
    grain,
    compare,
  };
  return `${path}?${new URLSearchParams({ ...query, ...narrowed })}`;
};

/** Links to the other reports, the choice of a grouping for totals of loads, and the file export. */
export function ReportLinks({ mayExport, ...shown }: Shown & { mayExport: boolean }) {
  const { report, by } = shown;
  return (
    <>
      <nav className="seg" aria-label="Reports">
        {REPORT_NAMES.map((key) => (
          <a
            key={key}
            href={hrefOf({ ...shown, report: key })}
            aria-current={key === report ? "page" : undefined}
          >
            {key === "by" ? "By product, job, hauler" : REPORT_WORDS[key]}{" "}
          </a>
        ))}
      </nav>
      {report === "by" || report === "turns" ? (
        <nav className="sections" aria-label="Group by">
          {(report === "by" ? DIMENSIONS : TURN_TIME_GROUPINGS).map((key) => (
            <a key={key} href={hrefOf({ ...shown, by: key })} aria-current={key === by ? "page" : undefined}>
              {BY_WORDS[key]}{" "}
            </a>
          ))}
        </nav>
      ) : null}
      {report === "deliveries" || report === "by" ? (
        <p className="screen-only">
          {mayExport ? (
            <ButtonLink href={hrefOf(shown, `${paths.production}/file`)}>CSV</ButtonLink>
          ) : (
            <>
              <ButtonLink href="/contact-sales" dialog="main">
                CSV
              </ButtonLink>{" "}
              <span className="soft small">A file needs a company subscription. Printing is free.</span>
            </>
          )}
        </p>
      ) : null}
    </>
  );
}
