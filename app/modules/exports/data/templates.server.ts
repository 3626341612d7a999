import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { exportTemplate } from "#db/schema";
import { requireMayExport } from "~/lib/access/export.server";
import { DATE_FORM_KEYS } from "~/lib/time/date-forms";
import { readColumns } from "~/modules/trip-tickets/shared/list-columns.server";
import { findPageIds } from "~/modules/trip-tickets/shared/query-plan.server";
import type { CompanyActor } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { isUnchanged, requireVersion } from "~/web/revise.server";
import {
  ALL_COLUMNS,
  type Column,
  DEFAULT_TEMPLATES,
  getExportedColumns,
  isColumnKey,
  isDateKey,
  type SEPARATORS,
  STANDARD_COLUMNS,
  TEMPLATE_TYPES,
  type TemplateType,
  toCells,
} from "../rules/columns";
import type { ExportColumnChoice } from "../rules/kinds";
import { readExportRows } from "./rows.server";

export const MAX_COLUMNS = 80;

/** Return a company's columns for another system; version 0 if it doesn't have its own yet. */
export async function readTemplate(ctx: Ctx<CompanyActor>, type: TemplateType) {
  const [own] = await ctx.read
    .select()
    .from(exportTemplate)
    .where(and(eq(exportTemplate.company_id, ctx.actor.company.id), eq(exportTemplate.type, type)));
  if (!own) return { ...DEFAULT_TEMPLATES[type], version: 0 };
  return { columns: own.columns, separator: own.separator, version: own.version };
}

const typeInput = z.enum(TEMPLATE_TYPES);

/** Page of a template: its columns, and a preview with the newest tickets. */
export const getTemplate = procedure({
  name: "getExportTemplate",
  may: "trip_ticket.read",
  input: z.strictObject({ type: typeInput }),
  async run(ctx, { type }) {
    await requireMayExport(ctx);
    const template = await readTemplate(ctx, type);
    const { ids } = await findPageIds(ctx, {}, { descending: true, most: 3 });
    const preview: (string | number | null)[][] = [];
    for await (const rows of readExportRows(ctx, ids, template.columns))
      for (const row of rows) preview.push(toCells(row, template.columns));
    return { type, ...template, preview, may_edit: ctx.actor.permissions.company.update };
  },
});

const columnInput = z.strictObject({
  key: z.string().max(60).optional(),
  value: z.string().trim().max(60, "A heading can be at most 60 characters").optional(),
  dates: z.enum(DATE_FORM_KEYS, "Choose how dates are written").optional(),
  always: z.string().trim().max(60, "This can be at most 60 characters").optional(),
  at: z.number("Enter a whole number").int("Enter a whole number").min(0).max(999).optional(),
});

type Typed = Omit<z.output<typeof columnInput>, "at" | "value">;

/** Problems of a column, by part. */
export function getColumnProblems({ key = "", dates, always }: Typed): Partial<Record<keyof Typed, string>> {
  if (key && !isColumnKey(key)) return { key: "Choose a ticket field." };
  if (key && always) return { always: "Choose a field or type this, not both." };
  if (dates && !isDateKey(key)) return { dates: "Only times have a format." };
  return {};
}

/** A column as it is stored, without its empty properties. */
export const toStoredColumn = (value: string, { key = "", dates, always }: Typed): Column => ({
  key,
  value,
  ...(dates ? { dates } : {}),
  ...(always ? { always } : {}),
});

/** Save a company's own columns for a type; a column without a heading is left out, one without a fact stays empty. */
export const saveTemplate = procedure({
  name: "saveExportTemplate",
  may: "company.update",
  input: z.strictObject({
    type: typeInput,
    version: z.number().int(),
    separator: z.enum(["comma", "tab", "semicolon"]),
    columns: z.array(columnInput).max(MAX_COLUMNS),
  }),
  async run(ctx, input) {
    await requireMayExport(ctx);
    const wrong: Record<string, string[]> = {};
    for (const [at, column] of input.columns.entries())
      for (const [part, problem] of Object.entries(getColumnProblems(column)))
        wrong[`columns[${at}].${part}`] = [problem];
    if (Object.keys(wrong).length) throw invalid(wrong);
    const columns = input.columns
      .map((column, index) => ({ ...column, at: column.at ?? 1000 + index }))
      .sort((a, b) => a.at - b.at)
      .flatMap((c): Column[] => (c.value ? [toStoredColumn(c.value, c)] : []));
    if (columns.length === 0) throw invalid({ "": ["Keep at least one column with a heading."] });
    const now = await readTemplate(ctx, input.type);
    requireVersion(now, input.version, { version: now.version });
    const values = {
      columns,
      separator: SEPARATOR_NAMES[input.separator],
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
  name: "resetExportTemplate",
  may: "company.update",
  input: z.strictObject({ type: typeInput, version: z.number().int() }),
  async run(ctx, input) {
    await requireMayExport(ctx);
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

export const SEPARATOR_NAMES = { comma: ",", tab: "\t", semicolon: ";" } as const satisfies Record<
  string,
  keyof typeof SEPARATORS
>;

/** Return the columns that a choice means: the standard ones, those of the reader's list, or all of them. */
export async function readExportColumns(
  ctx: Ctx<CompanyActor>,
  choice: ExportColumnChoice,
): Promise<readonly Column[]> {
  if (choice === "all") return ALL_COLUMNS;
  if (choice === "standard" || !ctx.actor.user) return STANDARD_COLUMNS;
  const { order, visible } = await readColumns(ctx);
  return getExportedColumns(order.filter((key) => visible.includes(key)));
}
