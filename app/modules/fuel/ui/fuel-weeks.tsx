import type { z } from "zod";
import { formatDate } from "~/lib/time/time";
import type { listFuelPrices } from "../data/fuel.server";
import { formatFuelChange, formatFuelPrice } from "../rules/price";

type Week = z.output<typeof listFuelPrices.output>["fuel_prices"][number];

function sourceOf({ source, typed_by, corrected_from_mills }: Week): string {
  const corrected =
    corrected_from_mills === null ? "" : `, corrected from ${formatFuelPrice(corrected_from_mills)}`;
  if (source === "typed") return `Typed${typed_by ? ` by ${typed_by}` : ""}${corrected}`;
  return `${source === "eia" ? "EIA" : "Made up for the demo"}${corrected}`;
}

/** Table of a region's weekly diesel prices, newest first. */
export function FuelWeeks({ name, weeks }: { name: string; weeks: Week[] }) {
  return (
    <div className="tablewrap">
      <table className="cards">
        <caption className="sr">Diesel, {name}</caption>
        <thead>
          <tr>
            <th scope="col">Week of</th>
            <th scope="col" className="num">
              A gallon
            </th>
            <th scope="col">Change</th>
            <th scope="col">From</th>
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.week_on}>
              <th scope="row" className="wide">
                {formatDate(week.week_on)}
              </th>
              <td className="num" data-label="A gallon">
                <strong>{formatFuelPrice(week.price_mills)}</strong>
              </td>
              <td data-label="Change">
                {week.change_mills === null
                  ? "—"
                  : formatFuelChange(week.price_mills, week.price_mills - week.change_mills)}
              </td>
              <td data-label="From">{sourceOf(week)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
