import { and, desc, eq, isNotNull } from "drizzle-orm";
import { loadImport, loadImportColumns } from "#db/schema";
import { hasSameHeadings, suggestColumnMapping } from "~/modules/reconcile/rules/remembered-columns";
import type { ReadCtx } from "~/web/procedure";
import {
  guessColumns,
  LOAD_FIELD_KEYS,
  type LoadColumnMapping,
  pickMatchingColumns,
  readLoadColumns,
} from "../rules/columns";

/** Maximum number of earlier imports to search for the same set of headings. */
const MAX_SEARCHED = 60;

/** Return the columns that the company set for an import with the same set of headings; null if the user must be asked. */
export async function readRememberedColumns(
  ctx: ReadCtx,
  headings: readonly string[],
): Promise<LoadColumnMapping | null> {
  const mapped = await ctx.read
    .select({ headings: loadImport.headings, columns: loadImport.columns })
    .from(loadImport)
    .where(and(eq(loadImport.company_id, ctx.actor.company.id), isNotNull(loadImport.columns)))
    .orderBy(desc(loadImport.created_at), desc(loadImport.id))
    .limit(MAX_SEARCHED);
  const same = mapped.find((earlier) => hasSameHeadings(earlier.headings, headings));
  return same?.columns ? pickMatchingColumns(same.columns, headings) : null;
}

/** Suggest columns for an import when the user must be asked about them. */
export async function suggestColumns(ctx: ReadCtx, headings: readonly string[]): Promise<LoadColumnMapping> {
  const guessed = guessColumns(headings);
  const [row] = await ctx.read
    .select({ columns: loadImportColumns.columns })
    .from(loadImportColumns)
    .where(eq(loadImportColumns.company_id, ctx.actor.company.id));
  if (!row) return guessed;
  const fields = suggestColumnMapping(row.columns, LOAD_FIELD_KEYS, headings, guessColumns);
  const { dates } = readLoadColumns(row.columns);
  return { ...readLoadColumns(fields), ...(dates ? { dates } : {}) };
}
