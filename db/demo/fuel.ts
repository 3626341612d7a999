import { getQuickRange, shiftDay } from "~/lib/time/date-range";
import { getDay } from "~/lib/time/time";
import type { FuelRegion } from "~/modules/fuel/rules/regions";
import type { Database } from "../client.server";
import * as t from "../schema";
import type { DemoCompanies } from "./companies";

/** Diesel price per gallon sixteen weeks ago, in thousandths of a dollar, for the demo companies' regions. */
const REGIONS: Partial<Record<FuelRegion, number>> = { NUS: 3_820, R20: 3_745, R1Z: 3_690, R5XCA: 4_310 };
/** Weekly price changes, in thousandths of a dollar. */
const MOVES = [0, 12, -8, 21, 34, 17, -5, -29, -14, 9, 26, 41, 18, -7, -22, 15];
const WEEKS = MOVES.length;

/**
 * Create invented diesel prices, marked as such. For one week, the manager has its own supplier's price, which was
 * first entered wrong and then corrected.
 */
export async function seedFuel(db: Database, c: DemoCompanies, now: Date) {
  const monday = getQuickRange("this_week", getDay(now, "America/Detroit")).start;
  const rows: (typeof t.fuelPrice.$inferInsert)[] = [];
  for (const [region, first = 0] of Object.entries(REGIONS)) {
    let price_mills = first;
    for (const [i, move] of MOVES.entries()) {
      price_mills += move;
      const week_on = shiftDay(monday, 7 * (i - WEEKS + 1));
      rows.push({ region, week_on, price_mills, source: "demo", created_at: `${week_on}T22:00:00.000Z` });
    }
  }
  const week_on = shiftDay(monday, -21);
  for (const [i, price_mills] of [3_389, 3_839].entries())
    rows.push({
      company_id: c.manager.id,
      region: "R20",
      week_on,
      price_mills,
      source: "typed",
      revision: i + 1,
      creator_user_id: c.people.manager,
      created_at: `${week_on}T21:${i + 1}0:00.000Z`,
    });
  // A surcharge that no rate uses yet; the page of a haul rate offers it.
  const rule: typeof t.fuelRule.$inferInsert = {
    company_id: c.manager.id,
    name: "Diesel by the mile",
    region: "R20",
    base_mills: 3_000,
    method: "mile",
    mpg_tenths: 50,
    creator_user_id: c.people.manager,
    created_at: `${week_on}T21:30:00.000Z`,
  };
  await db.batch([
    db.write.insert(t.fuelPrice).values(rows).toSQL(),
    db.write.insert(t.fuelRule).values(rule).toSQL(),
  ]);
}
