import { sql } from "drizzle-orm";
import { z } from "zod";
import { canExport } from "~/lib/access/export.server";
import { type SecondsRange, toSecondsRange } from "~/lib/time/segments";
import { getDay } from "~/lib/time/time";
import { callProcedure } from "~/web/form-action.server";
import { procedure, type ReadCtx } from "~/web/procedure";
import type { Call } from "~/web/run-procedure.server";
import { createUnchangedCache } from "~/web/version-cache.server";
import {
  type Dimension,
  getQueryDays,
  PRODUCTION_FILTER_FIELDS,
  PRODUCTION_FILTER_LABELS,
  type ProductionFilterName,
  parseIds,
  perLoadReportInput,
  productionInput,
} from "../rules/query";
import { readDimensionNames } from "./names.server";
import { readSumsByKey } from "./sums.server";

const DIMENSION_OF: Record<ProductionFilterName, { by: Dimension; column: string }> = {
  job_ids: { by: "job", column: "job_id" },
  job_destination_ids: { by: "destination", column: "job_destination_id" },
  product_type_ids: { by: "product", column: "product_type_id" },
  hauler_ids: { by: "hauler", column: "hauler_company_id" },
};
/** Maximum number of a period's last loads from which choices are collected, and maximum number of choices per filter. */
const LAST_LOADS = 2_000;
const MAX_OFFERED = 60;

const getMayExport = procedure({
  name: "getMayExportProduction",
  may: "trip_ticket.read",
  input: z.strictObject({}),
  run: canExport,
});

export type ReportFilterField = {
  name: ProductionFilterName;
  label: string;
  value: string;
  options: { value: string; label: string }[];
};

/** Count the values of a filter on the last loads of a period, the most frequent first. */
async function onLastLoads(
  { read, actor }: ReadCtx,
  { from, before }: SecondsRange,
  name: ProductionFilterName,
) {
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
 * Return a report's active filters and the choices for each filter. Show names only of values on loads that the company
 * sees in these days; show the number for any other id.
 */
export const getProductionFilters = procedure({
  name: "getProductionFilters",
  may: "trip_ticket.read",
  input: z.union([productionInput, perLoadReportInput]),
  async run(ctx, query) {
    const range = toSecondsRange(getQueryDays(query, getDay(ctx.now, ctx.actor.zone)), ctx.actor.zone);
    const chips = [];
    const choices: ReportFilterField[] = [];
    for (const name of PRODUCTION_FILTER_FIELDS) {
      const ids = parseIds(query[name]);
      const { by } = DIMENSION_OF[name];
      const word = PRODUCTION_FILTER_LABELS[name];
      const offered = await onLastLoads(ctx, range, name);
      const seen = ids.length ? await readSumsByKey(ctx, range, query, by) : [];
      const chosen = ids.filter((id) => seen.some(({ key }) => key === id));
      const names = await readDimensionNames(ctx, by, [...new Set([...chosen, ...offered])]);
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

const unchangedCache = createUnchangedCache<Awaited<ReturnType<typeof getProductionFilters.run>>>();

/**
 * Load the data that all reports share: active filters, their choices, and whether the company may export. Users switch
 * between reports of the same days, so the choices are cached until something changes.
 */
export async function loadSharedReportData(ctx: Call, query: z.input<typeof getProductionFilters.input>) {
  const question = JSON.stringify([getDay(ctx.now, ctx.actor.zone), query]);
  const narrowing = await unchangedCache(ctx, question, () =>
    callProcedure(getProductionFilters, ctx, query),
  );
  return { ...narrowing, may_export: await callProcedure(getMayExport, ctx, {}) };
}
