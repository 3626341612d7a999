import { formatFuelPrice, fuelChange } from "~/domain/fuel/price";
import { FUEL_REGIONS } from "~/domain/fuel/regions";
import { plusDays, quickRange } from "~/domain/time/date-range";
import { dayOf, formatDate, formatDay } from "~/domain/time/time";
import type { Reading } from "~/web/procedure";
import { fuelRegionOfCompany, fuelWeeks } from "./fuel-prices.server";

const WEEKS = 12;
/** Prices come out on Mondays: one that is older than this is said to be. */
const OLD_DAYS = 14;

const SOURCES = { eia: "Source: EIA", demo: "Made up for the demo", typed: "Typed" } as const;

const short = (day: string) => day.replace(/, \d{4}$/, "");

/** "4.2 cents more than the week before", "the same as the week before". */
const changeSince = (mills: number, before: number) =>
  mills === before ? "the same as the week before" : `${fuelChange(mills, before)} than the week before`;

/**
 * What diesel costs where the company is: its newest week and twelve weeks of it. Null where no price is known. What the
 * company typed itself is for those who may read settlements; the others see everybody's.
 */
export async function fuelCard({ read, actor, now }: Reading) {
  const region = await fuelRegionOfCompany(read, actor.company.id);
  const today = dayOf(now, actor.zone);
  const { start: through } = quickRange("this_week", today);
  const reads = actor.permissions.settlement.read;
  const company = reads ? actor.company.id : null;
  const weeks = await fuelWeeks(read, { company, region, from: plusDays(through, -7 * WEEKS), through });
  const [newest] = weeks;
  if (!newest) return null;
  const before = weeks.find(({ week_on }) => week_on === plusDays(newest.week_on, -7));
  return {
    region: FUEL_REGIONS[region],
    price: formatFuelPrice(newest.price_mills),
    says: `Week of ${short(formatDate(newest.week_on))}${before ? `, ${changeSince(newest.price_mills, before.price_mills)}` : ""}.`,
    old: newest.week_on < plusDays(today, -OLD_DAYS),
    source: newest.is_own ? "Entered by your company" : SOURCES[newest.source],
    href: reads ? "/settlements/fuel" : null,
    rows: weeks
      .slice(0, WEEKS)
      .reverse()
      .map(({ week_on, price_mills }) => ({
        label: formatDay(week_on),
        short: short(formatDay(week_on)),
        values: [price_mills],
      })),
  };
}
export type ShownFuel = NonNullable<Awaited<ReturnType<typeof fuelCard>>>;
