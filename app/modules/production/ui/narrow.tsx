import type { ReportFilterField } from "../data/frame.server";

/** Filters for a report, with choices from the loads of its days; expanded if a filter is active. */
export function ReportFilters({ choices }: { choices: ReportFilterField[] }) {
  if (choices.length === 0) return null;
  const words = choices.map(({ label }) => label.toLowerCase());
  const last = words.pop();
  return (
    <details className="some" open={choices.some(({ value }) => value)}>
      <summary>Only one {words.length ? `${words.join(", ")} or ${last}` : last}</summary>
      <div className="fields">
        {choices.map(({ name, label, value, options }) => (
          <div className="field" key={name}>
            <label htmlFor={name}>{label}</label>{" "}
            <select className="input" id={name} name={name} defaultValue={value} key={value}>
              <option value="">All</option>
              {options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </select>
          </div>
        ))}
        <button type="submit" className="button">
          Show these
        </button>
      </div>
    </details>
  );
}
