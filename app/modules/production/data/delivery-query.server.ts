import { type Placeholder, type SQL, sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { type PreparableQuery, prepareQuery } from "#db/prepared.server";
import type { ReadCtx } from "~/web/procedure";
import {
  PRODUCTION_FILTER_FIELDS,
  type ProductionFilter,
  type ProductionFilterName,
  parseIds,
} from "../rules/query";

const NARROWED_BY = {
  job_ids: sql`+d.job_id`,
  job_destination_ids: sql`+d.job_destination_id`,
  product_type_ids: sql`+d.product_type_id`,
  hauler_ids: sql`+d.hauler_company_id`,
} as const;

type Bound = number | SQL | Placeholder;
const among = (name: ProductionFilterName, ids: string | Placeholder): SQL =>
  sql`${NARROWED_BY[name]} IN (SELECT value FROM json_each(${ids}))`;

const within = (me: number | Placeholder, from: Bound, before: Bound, some: SQL[]): SQL =>
  sql.join([sql`d.company_id = ${me} AND d.at >= ${from} AND d.at < ${before}`, ...some], sql` AND `);
/** Return the filters used by a report, each with its ids as JSON. */
export const listFilterIds = (narrowed: ProductionFilter): [ProductionFilterName, string][] =>
  PRODUCTION_FILTER_FIELDS.flatMap((name) => {
    const ids = parseIds(narrowed[name]);
    return ids.length ? [[name, JSON.stringify(ids)]] : [];
  });

/** Prepare a query over the filtered deliveries, once for each combination of filters. */
export function prepareByFilter<T>(
  build: (read: Read, mine: (from: Bound, before: Bound) => SQL) => PreparableQuery<T>,
) {
  const map = new Map<string, ReturnType<typeof prepareQuery<T>>>();
  return (ctx: ReadCtx, narrowed: ProductionFilter, values: Record<string, unknown>): Promise<T[]> => {
    const inputs = listFilterIds(narrowed);
    const key = inputs.map(([name]) => name).join(" ");
    const some = inputs.map(([name]) => among(name, sql.placeholder(name)));
    const query =
      map.get(key) ??
      prepareQuery((read) =>
        build(read, (from, before) => within(sql.placeholder("me"), from, before, some)),
      );
    map.set(key, query);
    return query(ctx.read, { me: ctx.actor.company.id, ...Object.fromEntries(inputs), ...values });
  };
}

/** SQL condition for the acting company's deliveries in a range that match the filters. */
export const selectDeliveries = (
  ctx: ReadCtx,
  { from, before }: { from: number | SQL; before: number | SQL },
  narrowed: ProductionFilter,
): SQL =>
  within(
    ctx.actor.company.id,
    from,
    before,
    listFilterIds(narrowed).map(([name, ids]) => among(name, ids)),
  );
