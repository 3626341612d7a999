import type { z } from "zod";
import { formatPounds } from "~/lib/units/measures";
import { EmptyState } from "~/ui/parts";
import { paths } from "~/web/paths";
import type { trucksOutput, turnsOutput } from "../rules/output";

const count = (n: number) => n.toLocaleString("en-US");
const NOTHING = (
  <EmptyState
    title="No loads were dropped off during this time"
    next={{ href: paths.production, label: "See this month" }}
  />
);

type Spread = z.output<typeof turnsOutput>["rows"][number]["haul"];

/**
 * Format a duration as "42 min, 9 of 10 within 61 (18)": the median, the 90th percentile and the number of loads. Fewer
 * than five loads are marked as too few.
 */
function spreadWords({ n, median, ninety }: Spread): string {
  if (n === 0) return "—";
  return median === null
    ? `too few (${n})`
    : `${count(median)} min, 9 of 10 within ${count(ninety ?? median)} (${n})`;
}

const PARTS = [
  ["landing", "At the landing"],
  ["haul", "Haul"],
  ["mill", "At the mill"],
  ["cycle", "Cycle"],
] as const;

/** Table of turn times by destination or job: the median, and the time within which nine of ten loads stay. */
export function TurnTimeTable({ rows, by }: z.output<typeof turnsOutput> & { by: "destination" | "job" }) {
  if (rows.length === 0) return NOTHING;
  const left = rows.reduce((n, row) => n + row.left_out, 0);
  return (
    <>
      <div className="tablewrap">
        <table className="cards">
          <caption className="sr">How long loads take, by {by}</caption>
          <thead>
            <tr>
              <th scope="col">{by}</th>
              <th scope="col" className="num">
                Loads
              </th>
              {PARTS.map(([key, label]) => (
                <th key={key} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row" className="wide">
                  {row.label}
                </th>
                <td className="num" data-label="Loads">
                  <a href={row.href}>{count(row.loads)}</a>
                </td>
                {PARTS.map(([key, label]) => (
                  <td key={key} data-label={label}>
                    {spreadWords(row[key])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="soft">
        The median, how long nine of ten loads take, and in parentheses how many loads have both times. At the
        landing: loaded to picked up. Haul: picked up to dropped off. At the mill: dropped off to scaled.
        Cycle: one drop-off of a driver to the next on the same day.{" "}
        {left ? `Left out of the cycles: ${count(left)} first loads of a day.` : ""}
      </p>
    </>
  );
}

/** Table of the loads carried by each truck, identified by its number or else by its driver. */
export function TruckTable({ rows }: z.output<typeof trucksOutput>) {
  if (rows.length === 0) return NOTHING;
  return (
    <div className="tablewrap">
      <table className="cards">
        <caption className="sr">What each truck carried</caption>
        <thead>
          <tr>
            <th scope="col">Truck or driver</th>
            <th scope="col">Hauler</th>
            {["Days", "Loads", "Loads a day", "Average net", "Short of a load", "Loaded miles"].map(
              (label) => (
                <th key={label} scope="col" className="num">
                  {label}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.hauler} ${row.label}`}>
              <th scope="row" className="wide">
                {row.label}
              </th>
              <td data-label="Hauler">{row.hauler}</td>
              <td className="num" data-label="Days">
                {count(row.days)}
              </td>
              <td className="num" data-label="Loads">
                {count(row.loads)}
              </td>
              <td className="num" data-label="Loads a day">
                {(row.loads / row.days).toFixed(1)}
              </td>
              <td className="num" data-label="Average net">
                {row.net_pounds === null ? "—" : formatPounds(row.net_pounds)}
              </td>
              <td className="num" data-label="Short of a load">
                {row.short_pounds === null ? "—" : formatPounds(row.short_pounds)}
              </td>
              <td className="num" data-label="Loaded miles">
                {row.miles === null ? "—" : count(row.miles)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
