import { Fragment } from "react";
import { TextField } from "~/ui/field";

type Props = {
  periods: readonly { label: string; from: string; through: string }[];
  /** Other query parameters to preserve: the payer and the job. */
  kept: Record<string, string>;
  from: string;
  through: string;
};

/** Period selection for statements: usual periods, or any other dates. */
export function PeriodChoice({ periods, kept, from, through }: Props) {
  return (
    <>
      <nav className="row" aria-label="Periods">
        {periods.map((period) => (
          <Fragment key={period.label}>
            <a
              href={`/settlements/new?${new URLSearchParams({ ...kept, from: period.from, through: period.through })}`}
              className="button"
            >
              {period.label}
            </a>{" "}
          </Fragment>
        ))}
      </nav>
      <form method="get" className="row otherdays" aria-label="Other days">
        {Object.entries(kept).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <TextField field={{ id: "from", name: "from", defaultValue: from }} label="From" type="date" short />
        <TextField
          field={{ id: "through", name: "through", defaultValue: through }}
          label="Through"
          type="date"
          short
        />
        <button type="submit" className="button">
          Show
        </button>
      </form>
    </>
  );
}
