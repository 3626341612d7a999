import { and, desc, eq, isNotNull } from "drizzle-orm";
import { loadImport, loadImportColumns } from "#db/schema";
import { hasSameHeadings, suggestFields } from "~/modules/reconcile/rules/remembered-columns";
import type { ReadCtx } from "~/web/procedure";
import {
  type Columns,
  guessColumns,
  LOAD_FIELD_KEYS,
  pickMatchingColumns,
  readLoadColumns,
} from "../rules/columns";

/** How many earlier imports are searched for the same set of headings. */
const MAX_SEARCHED = 60;

/** Columns that the company set for an import with the same set of headings; null if they must be asked about. */
export async function readRememberedColumns(
  ctx: ReadCtx,
  headings: readonly string[],
): Promise<Columns | null> {
  const mapped = await ctx.read
    .select({ headings: loadImport.headings, columns: loadImport.columns })
    .from(loadImport)
    .where(and(eq(loadImport.company_id, ctx.actor.company.id), isNotNull(loadImport.columns)))
    .orderBy(desc(loadImport.created_at), desc(loadImport.id))
    .limit(MAX_SEARCHED);
  const same = mapped.find((earlier) => hasSameHeadings(earlier.headings, headings));
  return same?.columns ? pickMatchingColumns(same.columns, headings) : null;
}

/** Suggest columns for an import whose columns must be asked about. */
export async function suggestColumns(ctx: ReadCtx, headings: readonly string[]): Promise<Columns> {
  const guessed = guessColumns(headings);
  const [row] = await ctx.read
    .select({ columns: loadImportColumns.columns })
    .from(loadImportColumns)
    .where(eq(loadImportColumns.company_id, ctx.actor.company.id));
  if (!row) return guessed;
  const fields = suggestFields(row.columns, LOAD_FIELD_KEYS, headings, guessColumns);
  const { dates } = readLoadColumns(row.columns);
  return { ...readLoadColumns(fields), ...(dates ? { dates } : {}) };
}
