import { and, desc, eq, isNotNull, isNull } from "drizzle-orm";
import { millStatement, statementMapping } from "#db/schema";
import { pick } from "~/lib/object/records";
import type { ReadCtx } from "~/web/procedure";
import { hasSameHeadings, suggestColumnMapping } from "../rules/remembered-columns";
import {
  guessMapping,
  type Mapping,
  parseStoredMapping,
  pickMatchingMapping,
  STATEMENT_FIELD_KEYS,
} from "../rules/statement";

/** Maximum number of a mill's earlier statements to search for the same headings. */
const MAX_SEARCHED = 60;

/**
 * Return the company's mapping of an earlier statement of this mill with the same set of headings. Null if there is
 * none: a new or missing heading may change what other headings mean, so the user must confirm the columns.
 */
export async function readRememberedMapping(
  ctx: ReadCtx,
  mill: number,
  headings: readonly string[],
): Promise<Mapping | null> {
  const mapped = await ctx.read
    .select({ headings: millStatement.headings, columns: millStatement.columns })
    .from(millStatement)
    .where(
      and(
        eq(millStatement.company_id, ctx.actor.company.id),
        eq(millStatement.mill_company_id, mill),
        isNotNull(millStatement.columns),
        isNull(millStatement.published_from_id),
      ),
    )
    .orderBy(desc(millStatement.mapped_at))
    .limit(MAX_SEARCHED);
  const same = mapped.find((statement) => hasSameHeadings(statement.headings, headings));
  return same?.columns ? pickMatchingMapping(same.columns, headings) : null;
}

/** Return the suggested mapping for a statement with columns to confirm. */
export async function suggestMapping(
  ctx: ReadCtx,
  statement: { mill_company_id: number; headings: string[] },
): Promise<Mapping> {
  const [row] = await ctx.read
    .select({ columns: statementMapping.columns })
    .from(statementMapping)
    .where(
      and(
        eq(statementMapping.company_id, ctx.actor.company.id),
        eq(statementMapping.mill_company_id, statement.mill_company_id),
      ),
    );
  if (!row) return guessMapping(statement.headings);
  const fields = suggestColumnMapping(row.columns, STATEMENT_FIELD_KEYS, statement.headings, guessMapping);
  return parseStoredMapping({ ...fields, ...pick(row.columns, ["dates"]) });
}
