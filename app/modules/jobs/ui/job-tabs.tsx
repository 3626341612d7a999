import { paths } from "~/web/paths";
import { JOB_STATUS } from "../rules/job-status";

type Searched = { name: string; contract_number: string; status: string };
const TABS = [
  { label: "All", status: "" },
  { label: "Active", status: String(JOB_STATUS.active) },
  { label: "Inactive", status: String(JOB_STATUS.inactive) },
] as const;

/** Tabs of jobs by status, each with its number of search results. */
export function JobTabs(props: { counts: { status: number; n: number }[]; searched: Searched }) {
  const { counts, searched } = props;
  return (
    <nav className="seg job-tabs" aria-label="Jobs by status">
      {TABS.map(({ label, status }) => {
        const query = new URLSearchParams(
          Object.entries({ ...searched, status }).filter(([, value]) => value),
        );
        const n = counts
          .filter((c) => !status || String(c.status) === status)
          .reduce((sum, c) => sum + c.n, 0);
        return (
          <a
            key={label}
            href={query.size ? `${paths.jobs}?${query}` : paths.jobs}
            aria-current={searched.status === status ? "page" : undefined}
          >
            {label}&nbsp;<span className="soft small">{n.toLocaleString("en-US")}</span>{" "}
          </a>
        );
      })}
    </nav>
  );
}
