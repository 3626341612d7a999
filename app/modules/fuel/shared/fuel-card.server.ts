import { getQuickRange, shiftDay } from "~/lib/time/date-range";
import { formatDate, formatDay, getDay } from "~/lib/time/time";
import type { ReadCtx } from "~/web/procedure";
import { formatFuelChange, formatFuelPrice } from "../rules/price";
import { FUEL_REGIONS } from "../rules/regions";
import { readCompanyFuelRegion, readFuelWeeks } from "./fuel-prices.server";

const WEEKS = 12;
/** Age in days from which a price is marked as old; prices come out on Mondays. */
const OLD_DAYS = 14;

const SOURCES = { eia: "Source: EIA", demo: "Made up for the demo", typed: "Typed" } as const;

const short = (day: string) => day.replace(/, \d{4}$/, "");

/** Describe the change: "4.2 cents more than the week before", "the same as the week before". */
const changeSince = (mills: number, before: number) =>
  mills === before
    ? "the same as the week before"
    : `${formatFuelChange(mills, before)} than the week before`;

/**
 * Read the diesel price in the company's region: the newest week and the last twelve weeks. Null if no price is known.
 * Prices typed by the company itself are shown only to users who may read settlements; others see the public prices.
 */
export async function readFuelCard({ read, actor, now }: ReadCtx) {
  const region = await readCompanyFuelRegion(read, actor.company.id);
  const today = getDay(now, actor.zone);
  const { start: through } = getQuickRange("this_week", today);
  const reads = actor.permissions.settlement.read;
  const company = reads ? actor.company.id : null;
  const weeks = await readFuelWeeks(read, { company, region, from: shiftDay(through, -7 * WEEKS), through });
  const [newest] = weeks;
  if (!newest) return null;
  const before = weeks.find(({ week_on }) => week_on === shiftDay(newest.week_on, -7));
  return {
    region: FUEL_REGIONS[region],
    price: formatFuelPrice(newest.price_mills),
    says: `Week of ${short(formatDate(newest.week_on))}${before ? `, ${changeSince(newest.price_mills, before.price_mills)}` : ""}.`,
    old: newest.week_on < shiftDay(today, -OLD_DAYS),
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
export type ShownFuel = NonNullable<Awaited<ReturnType<typeof readFuelCard>>>;
