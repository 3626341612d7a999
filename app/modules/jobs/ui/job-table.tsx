import "~/styles/job-list.css";
import { formatCount } from "~/lib/text/text";
import { getGroupStatuses, STATUS_GROUPS } from "~/modules/trip-tickets/rules/status-groups";
import { Time } from "~/ui/parts";
import { paths } from "~/web/paths";
import { jobStatusLabel } from "../rules/job-status";
import type { JobWork } from "../rules/list-work";
import type { JobSort } from "../shared/list.server";

type Row = {
  id: number;
  name: string;
  contract_number: string | null;
  county: string | null;
  requester: string;
  start: string;
  job_status_id: number;
  /** Job's county and location within the county; null for users who may not see them. */
  thumb: { county: string; at: readonly number[] | null } | null;
  work: (Omit<JobWork, "last"> & { last: { at: string; text: string } | null }) | null;
};
type Searched = { name: string; contract_number: string; status: string };

const UNDER_WAY = getGroupStatuses("under_way").join();
const COLUMNS: { sort: JobSort | null; label: string; numeric?: boolean }[] = [
  { sort: "name", label: "Name" },
  { sort: "contract_number", label: "Contract number" },
  { sort: null, label: "Delivered" },
  { sort: null, label: STATUS_GROUPS.under_way.label, numeric: true },
  { sort: null, label: "Unscaled", numeric: true },
  { sort: null, label: "Last load" },
  { sort: "start_date", label: "Start" },
  { sort: "job_status_id", label: "Status" },
];

/**
 * Table of jobs with the state of their work. Each searchable column has a search field in its header; on a phone the
 * search is above the cards.
 */
export function JobTable(props: { rows: Row[]; searched: Searched; sort: JobSort; descending: boolean }) {
  const { rows, searched, sort, descending } = props;
  const sortHref = (by: JobSort) => {
    const query = new URLSearchParams(Object.entries(searched).filter(([, value]) => value));
    query.set("sort", by);
    const down = by === sort ? !descending : by === "start_date";
    query.set("descending", down ? "1" : "0");
    return `${paths.jobs}?${query}`;
  };
  return (
    <form method="get" className="job-search">
      {sort === "created_at" ? null : (
        <>
          <input type="hidden" name="sort" value={sort} />
          <input type="hidden" name="descending" value={descending ? 1 : 0} />
        </>
      )}
      <div className="tablewrap jobs">
        <table className="cards">
          <caption className="sr">Jobs</caption>
          <thead>
            <tr>
              {COLUMNS.map(({ sort: by, label, numeric }) => (
                <th
                  key={label}
                  scope="col"
                  className={numeric ? "num" : undefined}
                  aria-sort={by === sort ? (descending ? "descending" : "ascending") : undefined}
                >
                  {by ? (
                    <a href={sortHref(by)}>
                      {label}
                      {by === sort ? <span aria-hidden="true">{descending ? " ↓" : " ↑"}</span> : null}
                    </a>
                  ) : (
                    label
                  )}
                </th>
              ))}
            </tr>
            <tr className="finds">
              <td>
                <input
                  className="input"
                  type="search"
                  name="name"
                  aria-label="Search names"
                  placeholder="Name"
                  maxLength={100}
                  defaultValue={searched.name}
                />
              </td>
              <td>
                <input
                  className="input"
                  type="search"
                  name="contract_number"
                  aria-label="Search contract numbers"
                  placeholder="Contract"
                  maxLength={100}
                  defaultValue={searched.contract_number}
                />
              </td>
              <td className="go">
                {searched.status ? <input type="hidden" name="status" value={searched.status} /> : null}
                <button type="submit" className="button">
                  Search
                </button>
              </td>
              <td colSpan={5} className="none" />
            </tr>
          </thead>
          <tbody>
            {rows.map((job) => (
              <tr key={job.id}>
                <td className="wide name">
                  {job.thumb ? <JobThumb {...job.thumb} /> : null}
                  <a className="rowlink" href={paths.job(job.id)}>
                    {job.name}
                  </a>{" "}
                  <span className="soft small">{[job.requester, job.county].filter(Boolean).join(", ")}</span>
                </td>
                <td data-label="Contract number">{job.contract_number ?? "—"}</td>
                <WorkCells id={job.id} work={job.work} />
                <td data-label="Start">{job.start}</td>
                <td data-label="Status">{jobStatusLabel(job.job_status_id)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </form>
  );
}

/**
 * Cells of a job's work: delivered volume against the contract; loads waiting or under way; unscaled loads; the last
 * load.
 */
function WorkCells({ id, work }: { id: number; work: Row["work"] }) {
  if (!work)
    return (
      <>
        <td data-label="Delivered">—</td>
        <td className="empty" />
        <td className="empty" />
        <td className="empty" />
      </>
    );
  const { loads, delivered, bar, open, unscaled, last } = work;
  const volume = bar?.words ?? delivered;
  return (
    <>
      <td data-label="Delivered" className="wide delivered" title={delivered || undefined}>
        <span>{[formatCount(loads, "load"), volume].filter(Boolean).join(", ")}</span>
        {bar ? <ContractBar done={bar.done} whole={bar.whole} /> : null}
      </td>
      <td data-label={STATUS_GROUPS.under_way.label} className="num">
        {open ? (
          <a href={paths.ticketList(`job_ids=${id}&trip_ticket_status_ids=${UNDER_WAY}`)}>{open}</a>
        ) : (
          "—"
        )}
      </td>
      <td data-label="Unscaled" className="num">
        {unscaled ? (
          <a href={paths.ticketList(`job_ids=${id}&trip_ticket_status_ids=3&scaled=no`)}>{unscaled}</a>
        ) : (
          "—"
        )}
      </td>
      <td data-label="Last load">{last ? <Time {...last} /> : "—"}</td>
    </>
  );
}

/** Outline of the county named in the adjacent text, with the job's location in it. */
const JobThumb = ({ county, at }: NonNullable<Row["thumb"]>) => (
  <svg className="job-thumb" viewBox="0 0 320 320" aria-hidden="true">
    <path d={county} />
    {at ? <circle className="at" cx={at[0]} cy={at[1]} r="26" /> : null}
  </svg>
);

/** Bar that shows the numbers of the adjacent text as a picture. */
const ContractBar = ({ done, whole }: { done: number; whole: number }) => (
  <svg className="contract-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    <rect width="100" height="8" className="of" />
    <rect width={Math.min(100, Math.round((done * 100) / whole))} height="8" />
  </svg>
);
