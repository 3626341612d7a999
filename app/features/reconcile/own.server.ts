import { and, asc, eq } from "drizzle-orm";
import { company, millStatement, millStatementLine } from "#db/schema";
import { dayBounds } from "~/domain/time/time";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { missing } from "~/web/refusal";

/** A statement of the acting company; else 404. */
export async function statementHead(ctx: Ctx<CompanyActor>, id: number) {
  const [row] = await ctx.read
    .select({ statement: millStatement, mill: company.name })
    .from(millStatement)
    .innerJoin(company, eq(company.id, millStatement.mill_company_id))
    .where(and(eq(millStatement.id, id), eq(millStatement.company_id, ctx.actor.company.id)));
  if (!row) throw missing("There is no such statement, or it is not yours to see.");
  return { ...row.statement, mill: row.mill };
}

/** The same with its lines as they stand. */
export async function ownStatement(ctx: Ctx<CompanyActor>, id: number) {
  const head = await statementHead(ctx, id);
  const lines = await ctx.read
    .select()
    .from(millStatementLine)
    .where(eq(millStatementLine.mill_statement_id, id))
    .orderBy(asc(millStatementLine.line));
  return { ...head, lines };
}
export type Statement = Awaited<ReturnType<typeof ownStatement>>;

/** From the day before the first to the day after the last line, as instants in the reader's zone. */
export function rangeOf(ctx: Ctx<CompanyActor>, lines: readonly { scaled_on: string | null }[]) {
  const days = lines.flatMap((line) => line.scaled_on ?? []).sort();
  const from = days[0] && dayBounds(days[0], ctx.actor.zone)?.from;
  const before = days.at(-1) && dayBounds(days.at(-1) ?? "", ctx.actor.zone)?.before;
  return { from: from || null, before: before || null };
}
