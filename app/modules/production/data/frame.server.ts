import { sql } from "drizzle-orm";
import { z } from "zod";
import { canExport } from "~/lib/access/export.server";
import { type Seconds, toSeconds } from "~/lib/time/segments";
import { getDay } from "~/lib/time/time";
import { callProcedure } from "~/web/form-action.server";
import { procedure, type ReadCtx } from "~/web/procedure";
import type { Call } from "~/web/run-procedure.server";
import { createUnchangedCache } from "~/web/version-cache.server";
import {
  byTimeInput,
  type Dimension,
  getQueryDays,
  NARROWING_FIELDS,
  NARROWING_LABELS,
  type ProductionFilterInput,
  parseIds,
  productionInput,
} from "../rules/query";
import { readNamesBy } from "./names.server";
import { readByKey } from "./sums.server";

const DIMENSION_OF: Record<ProductionFilterInput, { by: Dimension; column: string }> = {
  job_ids: { by: "job", column: "job_id" },
  job_destination_ids: { by: "destination", column: "job_destination_id" },
  product_type_ids: { by: "product", column: "product_type_id" },
  hauler_ids: { by: "hauler", column: "hauler_company_id" },
};
/** Maximum number of the period's last loads to take choices from, and of choices of each kind. */
const LAST_LOADS = 2_000;
const MAX_OFFERED = 60;

const getMayExport = procedure({
  name: "getMayExportProduction",
  may: "trip_ticket.read",
  input: z.strictObject({}),
  run: canExport,
});

export type FilterableReport = {
  name: ProductionFilterInput;
  label: string;
  value: string;
  options: { value: string; label: string }[];
};

/** Count what is named on the last loads of a period, the most frequent first. */
async function onLastLoads({ read, actor }: ReadCtx, { from, before }: Seconds, name: ProductionFilterInput) {
  const column = sql.raw(DIMENSION_OF[name].column);
  const rows = await read
    .select({ id: sql<number>`x.id`, n: sql<number>`count(*) AS n` })
    .from(
      sql`(SELECT d.${column} AS id FROM company_delivery d WHERE d.company_id = ${actor.company.id} AND d.at >= ${from} AND d.at < ${before}
        ORDER BY d.company_id DESC, d.at DESC, d.ticket_id DESC LIMIT ${LAST_LOADS}) x`,
    )
    .where(sql`x.id IS NOT NULL`)
    .groupBy(sql`x.id`)
    .orderBy(sql`n DESC, x.id`)
    .limit(MAX_OFFERED);
  return rows.map(({ id }) => id);
}

/**
 * Return a report's active filters and the choices for them. Only names what is on loads that the company sees in these
 * days; of other ids it returns the number.
 */
export const getProductionNarrowing = procedure({
  name: "getProductionNarrowing",
  may: "trip_ticket.read",
  input: z.union([productionInput, byTimeInput]),
  async run(ctx, query) {
    const range = toSeconds(getQueryDays(query, getDay(ctx.now, ctx.actor.zone)), ctx.actor.zone);
    const chips = [];
    const choices: FilterableReport[] = [];
    for (const name of NARROWING_FIELDS) {
      const ids = parseIds(query[name]);
      const { by } = DIMENSION_OF[name];
      const word = NARROWING_LABELS[name];
      const offered = await onLastLoads(ctx, range, name);
      const seen = ids.length ? await readByKey(ctx, range, query, by) : [];
      const chosen = ids.filter((id) => seen.some(({ key }) => key === id));
      const names = await readNamesBy(ctx, by, [...new Set([...chosen, ...offered])]);
      const others = ids.length - chosen.length;
      const message = [
        ...chosen.map((id) => names.get(id) ?? ""),
        ...(others ? [`${others} without loads in this time`] : []),
      ].join(", ");
      if (ids.length) chips.push({ name, label: `${word}: ${message}` });
      const options = [...names]
        .map(([id, label]) => ({ value: String(id), label }))
        .sort((a, b) => a.label.localeCompare(b.label));
      const value = ids.join(",");
      const several = value && !options.some((option) => option.value === value);
      if (options.length > 1 || value)
        choices.push({
          name,
          label: word,
          value,
          options: [...(several ? [{ value, label: message }] : []), ...options],
        });
    }
    return { chips, choices };
  },
});

const unchangedCache = createUnchangedCache<Awaited<ReturnType<typeof getProductionNarrowing.run>>>();

/**
 * Load what all reports share: the active filters, the choices for them, and whether the company may export the report.
 * A user goes from report to report of the same days, so the choices are gathered once as long as nothing changes.
 */
export async function loadProductionFrame(ctx: Call, query: z.input<typeof getProductionNarrowing.input>) {
  const question = JSON.stringify([getDay(ctx.now, ctx.actor.zone), query]);
  const narrowing = await unchangedCache(ctx, question, () =>
    callProcedure(getProductionNarrowing, ctx, query),
  );
  return { ...narrowing, may_export: await callProcedure(getMayExport, ctx, {}) };
}
