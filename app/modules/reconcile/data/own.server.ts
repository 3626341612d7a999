import { and, asc, eq } from "drizzle-orm";
import { company, millStatement, millStatementLine } from "#db/schema";
import { getDayBounds } from "~/lib/time/time";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { notFound } from "~/web/refusal";

/** Return a statement of the acting company, or throw 404. */
export async function readStatementHead(ctx: Ctx<CompanyActor>, id: number) {
  const [row] = await ctx.read
    .select({ statement: millStatement, mill: company.name })
    .from(millStatement)
    .innerJoin(company, eq(company.id, millStatement.mill_company_id))
    .where(and(eq(millStatement.id, id), eq(millStatement.company_id, ctx.actor.company.id)));
  if (!row) throw notFound("We couldn't find that statement, or you don't have access to it.");
  return { ...row.statement, mill: row.mill };
}

/** Return the acting company's statement with its current lines. */
export async function requireOwnStatement(ctx: Ctx<CompanyActor>, id: number) {
  const head = await readStatementHead(ctx, id);
  const lines = await ctx.read
    .select()
    .from(millStatementLine)
    .where(eq(millStatementLine.mill_statement_id, id))
    .orderBy(asc(millStatementLine.line));
  return { ...head, lines };
}
export type MillStatement = Awaited<ReturnType<typeof requireOwnStatement>>;

/** Return the date range of the lines as instants in the mill's time zone. */
export function getLineDateRange(zone: string, lines: readonly { scaled_on: string | null }[]) {
  const days = lines.flatMap((line) => line.scaled_on ?? []).sort();
  const from = days[0] && getDayBounds(days[0], zone)?.from;
  const before = days.at(-1) && getDayBounds(days.at(-1) ?? "", zone)?.before;
  return { from: from || null, before: before || null };
}
