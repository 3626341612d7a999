import { sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { prepareQuery } from "#db/prepared.server";
import { fuelRule } from "#db/schema";
import { type FuelTerms, parseFuelRule } from "~/domain/fuel/surcharge";
import { shiftDay } from "~/domain/time/date-range";

/** Surcharges that rates name, by rule. */
export type FuelByRule = ReadonlyMap<number, FuelTerms>;

const placeholder = sql.placeholder;
const RULES = sql`(SELECT value FROM json_each(${placeholder("ids")}))`;
const week = sql`p.week_on >= ${placeholder("from")} AND p.week_on <= ${placeholder("through")}`;

const findRules = prepareQuery((read: Read) =>
  read.select().from(fuelRule).where(sql`${fuelRule.id} IN ${RULES}`),
);

/** Every price that a rule may count by: the shared ones, then those that the rule's company typed; newest last. */
const findWeeks = prepareQuery((read: Read) =>
  read
    .select({ rule: sql<number>`x.rule`, week_on: sql<string>`x.week_on`, mills: sql<number>`x.mills` })
    .from(
      sql`(SELECT r.id AS rule, p.week_on, p.price_mills AS mills, 0 AS own, p.revision
          FROM fuel_rule r CROSS JOIN fuel_price p WHERE r.id IN ${RULES} AND p.company_id IS NULL AND p.region = r.region AND ${week}
        UNION ALL SELECT r.id, p.week_on, p.price_mills, 1, p.revision
          FROM fuel_rule r CROSS JOIN fuel_price p WHERE r.id IN ${RULES} AND p.company_id = r.company_id AND p.region = r.region AND ${week}) x`,
    )
    .orderBy(sql`x.own, x.revision`),
);

const findNewest = prepareQuery((read: Read) =>
  read.select({ id: sql<number>`coalesce(max(id), 0)` }).from(sql`fuel_price`),
);

/** Days from the first weekday that a price may count from to the last day of its week. */
const BEFORE = 13;

/**
 * Read what surcharges for loads of these days depend on: the rules, the prices of their weeks, and the newest price
 * known when they were read (`at`; null if no rate has a surcharge, which costs nothing).
 */
export async function readFuelTerms(
  read: Read,
  rules: readonly (number | null)[],
  days: readonly (string | undefined)[],
): Promise<{ terms: FuelByRule; at: number | null }> {
  const expected = [...new Set(rules.filter((id) => id !== null))];
  const known = days.filter((day) => day !== undefined).sort();
  const [from = "", through = ""] = [known[0], known.at(-1)];
  if (expected.length === 0 || known.length === 0) return { terms: new Map(), at: null };
  const ids = JSON.stringify(expected);
  const [newest] = await findNewest(read, {});
  const [found, weeks] = await Promise.all([
    findRules(read, { ids }),
    findWeeks(read, { ids, from: shiftDay(from, -BEFORE), through }),
  ]);
  const terms = found.map((row): [number, FuelTerms] => {
    const own = weeks.filter(({ rule }) => rule === row.id);
    return [row.id, { ...parseFuelRule(row), weeks: new Map(own.map((w) => [w.week_on, w.mills])) }];
  });
  return { terms: new Map(terms), at: newest?.id ?? 0 };
}
