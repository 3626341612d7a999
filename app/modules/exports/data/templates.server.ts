import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { exportTemplate } from "#db/schema";
import { requireExportPermission } from "~/lib/access/export.server";
import { DATE_FORMAT_KEYS } from "~/lib/time/date-forms";
import { readColumnChoice } from "~/modules/trip-tickets/shared/list-columns.server";
import { findPageIds } from "~/modules/trip-tickets/shared/query-plan.server";
import type { CompanyActor } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { isUnchanged, requireVersion } from "~/web/revise.server";
import {
  ALL_COLUMNS,
  DEFAULT_TEMPLATES,
  type ExportColumn,
  getExportedColumns,
  isColumnKey,
  isDateColumnKey,
  type SEPARATORS,
  STANDARD_COLUMNS,
  TEMPLATE_TYPES,
  type TemplateType,
  toExportCells,
} from "../rules/columns";
import type { ExportColumnChoice } from "../rules/kinds";
import { readExportRows } from "./rows.server";

export const MAX_COLUMNS = 80;

/** Return a company's export columns for a receiving system: its own, or the default columns with version 0. */
export async function readTemplate(ctx: Ctx<CompanyActor>, type: TemplateType) {
  const [own] = await ctx.read
    .select()
    .from(exportTemplate)
    .where(and(eq(exportTemplate.company_id, ctx.actor.company.id), eq(exportTemplate.type, type)));
  if (!own) return { ...DEFAULT_TEMPLATES[type], version: 0 };
  return { columns: own.columns, separator: own.separator, version: own.version };
}

const typeInput = z.enum(TEMPLATE_TYPES);

/** Return an export template for its page: its columns, and a preview with the newest tickets. */
export const getTemplate = procedure({
  name: "getTemplate",
  may: "trip_ticket.read",
  input: z.strictObject({ type: typeInput }),
  async run(ctx, { type }) {
    await requireExportPermission(ctx);
    const template = await readTemplate(ctx, type);
    const { ids } = await findPageIds(ctx, {}, { descending: true, most: 3 });
    const preview: (string | number | null)[][] = [];
    for await (const rows of readExportRows(ctx, ids, template.columns))
      for (const row of rows) preview.push(toExportCells(row, template.columns));
    return { type, ...template, preview, may_edit: ctx.actor.permissions.company.update };
  },
});

const columnInput = z.strictObject({
  key: z.string().max(60).optional(),
  value: z.string().trim().max(60, "A heading can be at most 60 characters").optional(),
  dates: z.enum(DATE_FORMAT_KEYS, "Choose how dates are written").optional(),
  always: z.string().trim().max(60, "This can be at most 60 characters").optional(),
  at: z.number("Enter a whole number").int("Enter a whole number").min(0).max(999).optional(),
});

type Typed = Omit<z.output<typeof columnInput>, "at" | "value">;

/** Return validation errors of a template column, by field. */
export function getColumnProblems({ key = "", dates, always }: Typed): Partial<Record<keyof Typed, string>> {
  if (key && !isColumnKey(key)) return { key: "Choose a ticket field." };
  if (key && always) return { always: "Choose a field or type this, not both." };
  if (dates && !isDateColumnKey(key)) return { dates: "Only times have a format." };
  return {};
}

/** Convert a column to its stored form, without empty properties. */
export const toStoredColumn = (value: string, { key = "", dates, always }: Typed): ExportColumn => ({
  key,
  value,
  ...(dates ? { dates } : {}),
  ...(always ? { always } : {}),
});

/**
 * Save a company's own columns for a receiving system. A column without a heading is dropped; a column without a ticket
 * field stays empty.
 */
export const saveTemplate = procedure({
  name: "saveTemplate",
  may: "company.update",
  input: z.strictObject({
    type: typeInput,
    version: z.number().int(),
    separator: z.enum(["comma", "tab", "semicolon"]),
    columns: z.array(columnInput).max(MAX_COLUMNS),
  }),
  async run(ctx, input) {
    await requireExportPermission(ctx);
    const wrong: Record<string, string[]> = {};
    for (const [at, column] of input.columns.entries())
      for (const [part, problem] of Object.entries(getColumnProblems(column)))
        wrong[`columns[${at}].${part}`] = [problem];
    if (Object.keys(wrong).length) throw invalid(wrong);
    const columns = input.columns
      .map((column, index) => ({ ...column, at: column.at ?? 1000 + index }))
      .sort((a, b) => a.at - b.at)
      .flatMap((c): ExportColumn[] => (c.value ? [toStoredColumn(c.value, c)] : []));
    if (columns.length === 0) throw invalid({ "": ["Keep at least one column with a heading."] });
    const now = await readTemplate(ctx, input.type);
    requireVersion(now, input.version, { version: now.version });
    const values = {
      columns,
      separator: SEPARATORS_BY_NAME[input.separator],
      last_modified_at: ctx.now.toISOString(),
      version: input.version,
    };
    if (isUnchanged(now, { columns: values.columns, separator: values.separator }))
      return ctx.commit([], { type: input.type });
    const own = { company_id: ctx.actor.company.id, type: input.type };
    const step =
      now.version === 0
        ? ctx.write
            .insert(exportTemplate)
            .values({ ...own, ...values })
            .onConflictDoNothing()
        : ctx.write
            .update(exportTemplate)
            .set(values)
            .where(
              and(
                eq(exportTemplate.company_id, own.company_id),
                eq(exportTemplate.type, own.type),
                eq(exportTemplate.version, now.version),
              ),
            );
    return ctx.commit([expectOneRow(step)], { type: input.type });
  },
});

/** Reset to Timbertally's default columns. */
export const resetTemplate = procedure({
  name: "resetTemplate",
  may: "company.update",
  input: z.strictObject({ type: typeInput, version: z.number().int() }),
  async run(ctx, input) {
    await requireExportPermission(ctx);
    const now = await readTemplate(ctx, input.type);
    requireVersion(now, input.version, { version: now.version });
    if (now.version === 0) return ctx.commit([], { type: input.type });
    const { columns, separator } = DEFAULT_TEMPLATES[input.type];
    const step = ctx.write
      .update(exportTemplate)
      .set({ columns, separator, version: input.version, last_modified_at: ctx.now.toISOString() })
      .where(
        and(
          eq(exportTemplate.company_id, ctx.actor.company.id),
          eq(exportTemplate.type, input.type),
          eq(exportTemplate.version, now.version),
        ),
      );
    return ctx.commit([expectOneRow(step)], { type: input.type });
  },
});

export const SEPARATORS_BY_NAME = { comma: ",", tab: "\t", semicolon: ";" } as const satisfies Record<
  string,
  keyof typeof SEPARATORS
>;

/** Return the columns for a column choice: the standard columns, the columns of the user's list, or all columns. */
export async function readExportColumns(
  ctx: Ctx<CompanyActor>,
  choice: ExportColumnChoice,
): Promise<readonly ExportColumn[]> {
  if (choice === "all") return ALL_COLUMNS;
  if (choice === "standard" || !ctx.actor.user) return STANDARD_COLUMNS;
  const { order, visible } = await readColumnChoice(ctx);
  return getExportedColumns(order.filter((key) => visible.includes(key)));
}
