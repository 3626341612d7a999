import { sql } from "drizzle-orm";
import type { Database } from "#db/client.server";
import { ASPEN, insertRow } from "#db/factories";
import { amountOwed, companyFeatureAccess } from "#db/schema";
import type { Harvest } from "#db/testing/harvest";
import { repriceJob, repriceTickets } from "~/modules/settlements/shared/reprice.server";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import { addFuelPrice } from "../data/fuel.server";
import { addFuelRule } from "../data/rules.server";

export const PERCENT_FUEL_RULE = {
  name: "By the percent",
  region: "R20",
  base: "2.50",
  method: "percent",
  percent: "1",
  step: "0.06",
} as const;

const now = () => new Date("2026-11-22T17:00:00.000Z");

/** Steps of the tests of fuel pay, for the harvest of the running test. */
export function createFuelPayHelpers(get: () => { db: Database; h: Harvest }) {
  const grantSettlements = () =>
    insertRow(get().db, companyFeatureAccess, {
      company_id: get().h.ids.manager.id,
      feature_id: 3,
      is_active: true,
      created_at: "2026-01-01T00:00:00.000Z",
    }).catch(() => null);
  const rule = (more: object = {}) => get().h.manager.call(addFuelRule, { ...PERCENT_FUEL_RULE, ...more });
  const haul = (fuel_rule_id: number | null, more: object = {}) => ({
    job_id: get().h.ids.job,
    receiving_company_id: get().h.ids.hauler.id,
    paying_company_id: get().h.ids.manager.id,
    job_destination_id: get().h.ids.destination,
    per: "load" as const,
    rate: "250",
    fuel_rule_id,
    ...more,
  });
  /** A load that the hauler dropped off on a day of November. */
  async function load(day: string) {
    const id = await get().h.ticket({
      trip_ticket_status_id: STATUS.completed,
      hauler_company_id: get().h.ids.hauler.id,
      ...ASPEN,
      scaled_volume: 27_412,
      scaled_wood_unit_type_id: 2,
      dropped_off_at: `${day}T17:00:00.000Z`,
    });
    await repriceTickets({ db: get().db, now }, [id]);
    return id;
  }
  /** Amount owed to the hauler for fuel, by day; a text instead of an amount if it can't be calculated. */
  async function fuel() {
    await repriceJob({ db: get().db, now }, get().h.ids.job);
    const c = amountOwed;
    const rows = await get()
      .db.read.select()
      .from(c)
      .where(sql`${c.job_id} = ${get().h.ids.job} AND ${c.settlement_type_id} = 5`)
      .orderBy(c.earned_on, c.id);
    return rows.map((r) => r.due_cents ?? r.problem);
  }
  const price = (week_on: string, dollars: string, again = false) =>
    get().h.manager.call(addFuelPrice, { region: "R20", week_on, price: dollars, again });
  return { now, grantSettlements, rule, haul, load, fuel, price };
}
