import { jobStatusName } from "~/domain/jobs/job-status";
import { paths } from "~/web/paths";
import type { JobSort } from "./list.server";

type Row = {
  id: number;
  name: string;
  contract_number: string | null;
  county: string | null;
  requester: string;
  start: string;
  job_status_id: number;
};
type Searched = { name: string; contract_number: string; status: string };

const COLUMNS: { sort: JobSort | null; label: string }[] = [
  { sort: "name", label: "Name" },
  { sort: "contract_number", label: "Contract number" },
  { sort: null, label: "County" },
  { sort: null, label: "Requested by" },
  { sort: "start_date", label: "Start" },
  { sort: "job_status_id", label: "Status" },
];

/** The jobs, with a search field in the head of each column; on a phone the search is above the cards. */
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
      <div className="tablewrap">
        <table className="cards">
          <caption className="sr">Jobs</caption>
          <thead>
            <tr>
              {COLUMNS.map(({ sort: by, label }) => (
                <th
                  key={label}
                  scope="col"
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
                  placeholder="Contract number"
                  maxLength={100}
                  defaultValue={searched.contract_number}
                />
              </td>
              <td colSpan={3} className="none" />
              <td className="go">
                <select className="input" name="status" aria-label="Status" defaultValue={searched.status}>
                  <option value="">Any</option>
                  <option value="1">Active</option>
                  <option value="2">Inactive</option>
                </select>{" "}
                <button type="submit" className="button">
                  Search
                </button>
              </td>
            </tr>
          </thead>
          <tbody>
            {rows.map((job) => (
              <tr key={job.id}>
                <td className="wide">
                  <a className="rowlink" href={paths.job(job.id)}>
                    {job.name}
                  </a>
                </td>
                <td data-label="Contract number">{job.contract_number ?? "—"}</td>
                <td data-label="County">{job.county ?? "—"}</td>
                <td data-label="Requested by">{job.requester}</td>
                <td data-label="Start">{job.start}</td>
                <td data-label="Status">{jobStatusName(job.job_status_id)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </form>
  );
}
