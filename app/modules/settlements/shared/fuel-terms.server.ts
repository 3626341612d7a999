import { sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { jsonListSql } from "#db/json-list";
import { prepareQuery } from "#db/prepared.server";
import { fuelRule } from "#db/schema";
import { shiftDay } from "~/lib/time/date-range";
import { type FuelTerms, parseFuelRule } from "~/modules/fuel/rules/surcharge";
import { hasMembersCondition } from "./payer.server";

/** Columns of a haul rate that its surcharge depends on. */
type FueledRate = { fuel_rule_id: number | null; paying_company_id: number };
/** Surcharges of haul rates, by rule and payer (`getFuelKey`). */
export type FuelByRate = ReadonlyMap<string, FuelTerms>;

export const getFuelKey = (rate: FueledRate): string => `${rate.fuel_rule_id} ${rate.paying_company_id}`;

const placeholder = sql.placeholder;
const RULES = jsonListSql(placeholder("ids"));
/** Pairs of a rule and a payer. */
const PAIRS = sql`(SELECT json_extract(value, '$[0]') AS rule, json_extract(value, '$[1]') AS payer
  FROM json_each(${placeholder("pairs")}))`;
/** Company whose typed diesel prices apply: the payer, or the rule's company if it settles for a payer without users. */
const typist = sql`CASE WHEN ${hasMembersCondition(sql`e.payer`)} THEN e.payer ELSE r.company_id END`;
const week = sql`p.week_on >= ${placeholder("from")} AND p.week_on <= ${placeholder("through")}`;

const findRules = prepareQuery((read: Read) =>
  read.select().from(fuelRule).where(sql`${fuelRule.id} IN ${RULES}`),
);

/**
 * Find every diesel price that may apply to a rate: first public prices, then prices typed by or for the rate's payer;
 * newest last.
 */
const findWeeks = prepareQuery((read: Read) =>
  read
    .select({
      rule: sql<number>`x.rule`,
      payer: sql<number>`x.payer`,
      week_on: sql<string>`x.week_on`,
      mills: sql<number>`x.mills`,
    })
    .from(
      sql`(SELECT e.rule, e.payer, p.week_on, p.price_mills AS mills, 0 AS own, p.revision
          FROM ${PAIRS} e CROSS JOIN fuel_rule r CROSS JOIN fuel_price p
          WHERE r.id = e.rule AND p.company_id IS NULL AND p.region = r.region AND ${week}
        UNION ALL SELECT e.rule, e.payer, p.week_on, p.price_mills, 1, p.revision
          FROM ${PAIRS} e CROSS JOIN fuel_rule r CROSS JOIN fuel_price p
          WHERE r.id = e.rule AND p.company_id = ${typist} AND p.region = r.region AND ${week}) x`,
    )
    .orderBy(sql`x.own, x.revision`),
);

const findNewest = prepareQuery((read: Read) =>
  read.select({ id: sql<number>`coalesce(max(id), 0)` }).from(sql`fuel_price`),
);

/** Number of days from the earliest weekday on which a price may take effect to the last day of the price's week. */
const BEFORE = 13;

/**
 * Read the data for fuel surcharges on loads of these days: the rules, the diesel prices of the weeks, and the ID of
 * the newest price (`at`; null if no haul rate has a surcharge, and then nothing is read).
 */
export async function readFuelTerms(
  read: Read,
  rates: readonly FueledRate[],
  days: readonly (string | undefined)[],
): Promise<{ terms: FuelByRate; at: number | null }> {
  const surcharged = new Map(rates.filter((r) => r.fuel_rule_id !== null).map((r) => [getFuelKey(r), r]));
  const known = days.filter((day) => day !== undefined).sort();
  const [from = "", through = ""] = [known[0], known.at(-1)];
  if (surcharged.size === 0 || known.length === 0) return { terms: new Map(), at: null };
  const pairs = [...surcharged.values()].map((r) => [r.fuel_rule_id, r.paying_company_id]);
  const ids = JSON.stringify(pairs.map(([rule]) => rule));
  const [newest] = await findNewest(read, {});
  const [rules, weeks] = await Promise.all([
    findRules(read, { ids }),
    findWeeks(read, { pairs: JSON.stringify(pairs), from: shiftDay(from, -BEFORE), through }),
  ]);
  const terms = new Map<string, FuelTerms>();
  for (const [key, { fuel_rule_id, paying_company_id }] of surcharged) {
    const rule = rules.find(({ id }) => id === fuel_rule_id);
    const own = weeks.filter((w) => w.rule === fuel_rule_id && w.payer === paying_company_id);
    if (rule)
      terms.set(key, { ...parseFuelRule(rule), weeks: new Map(own.map((w) => [w.week_on, w.mills])) });
  }
  return { terms, at: newest?.id ?? 0 };
}
