import { sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { prepareQuery } from "#db/prepared.server";
import type { FuelRegion } from "../rules/regions";
import { getFuelRegion } from "../rules/regions";

/** Price of a region's week: the effective price, and the price before its correction. */
export type FuelWeek = {
  id: number;
  week_on: string;
  price_mills: number;
  source: "typed" | "eia" | "demo";
  revision: number;
  /** True if the company typed the price itself, which replaces the public price. */
  is_own: boolean;
  /** User who typed the price, if it is the company's own. */
  typed_by: string | null;
  corrected_from_mills: number | null;
};

const placeholder = sql.placeholder;
const columns = sql`f.id, f.week_on, f.price_mills, f.source, f.revision`;
const within = sql`f.region = ${placeholder("region")} AND f.week_on >= ${placeholder("from")} AND f.week_on <= ${placeholder("through")}`;

/** Query the stored diesel prices of a region's weeks that apply to a company: public prices, then the company's own. */
const rowsOf = prepareQuery((read: Read) =>
  read
    .select({
      id: sql<number>`x.id`,
      week_on: sql<string>`x.week_on`,
      price_mills: sql<number>`x.price_mills`,
      source: sql<FuelWeek["source"]>`x.source`,
      revision: sql<number>`x.revision`,
      own: sql<number>`x.own`,
      typed_by: sql<string | null>`x.typed_by`,
    })
    .from(
      sql`(SELECT ${columns}, 0 AS own, NULL AS typed_by FROM fuel_price f WHERE f.company_id IS NULL AND ${within}
        UNION ALL SELECT ${columns}, 1, (SELECT u.first_name || ' ' || u.last_name FROM user u WHERE u.id = f.creator_user_id)
          FROM fuel_price f WHERE f.company_id = ${placeholder("me")} AND ${within}) x`,
    )
    .orderBy(sql`x.week_on, x.own, x.revision`),
);

/**
 * Read the prices of a region's weeks: the newest revision counts, and a company's own price replaces the public price.
 * With a null `company`, only public prices count.
 */
export async function readFuelWeeks(
  read: Read,
  query: { company: number | null; region: FuelRegion; from: string; through: string },
): Promise<FuelWeek[]> {
  const { company, ...which } = query;
  const rows = await rowsOf(read, { ...which, me: company });
  const weeks = new Map<string, FuelWeek>();
  for (const { own, ...row } of rows) {
    const is_own = own === 1;
    const before = weeks.get(row.week_on);
    const corrected_from_mills = before && before.is_own === is_own ? before.price_mills : null;
    weeks.set(row.week_on, { ...row, is_own, corrected_from_mills });
  }
  return [...weeks.values()].reverse();
}

const stateOf = prepareQuery((read: Read) =>
  read
    .select({ letters: sql<string | null>`s.stusps` })
    .from(sql`company c JOIN us_state s ON s.id = c.us_state_id`)
    .where(sql`c.id = ${placeholder("me")}`),
);

/** Return the fuel region that contains the company's state. */
export async function readCompanyFuelRegion(read: Read, company: number): Promise<FuelRegion> {
  const [row] = await stateOf(read, { me: company });
  return getFuelRegion(row?.letters ?? null);
}
