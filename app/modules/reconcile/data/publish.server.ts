import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { company, job, millStatement, millStatementLine, tripTicket } from "#db/schema";
import { formatInstant } from "~/lib/time/time";
import { visibleTicketsQuery } from "~/modules/trip-tickets/shared/access.server";
import type { CompanyActor } from "~/web/actor";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { forbidden, unprocessable } from "~/web/refusal";
import { statementPublishedOutput } from "../rules/output";
import { readStatementHead, requireOwnStatement } from "./own.server";

/** Maximum number of statement lines in one multi-row insert. */
const ROWS_AT_ONCE = 200;

/** Return the matched lines of a mill's own statement grouped by supplier. */
async function linesBySupplier(ctx: Ctx<CompanyActor>, statementId: number) {
  return ctx.read
    .select({ line: millStatementLine.line, id: job.request_user_company_id, name: company.name })
    .from(millStatementLine)
    .innerJoin(tripTicket, eq(tripTicket.id, millStatementLine.trip_ticket_id))
    .innerJoin(job, eq(job.id, tripTicket.job_id))
    .innerJoin(company, eq(company.id, job.request_user_company_id))
    .where(and(eq(millStatementLine.mill_statement_id, statementId), visibleTicketsQuery(ctx.actor)));
}

/**
 * Return the companies that received a statement of the acting mill, and the companies that can receive it; null if the
 * statement isn't the mill's own.
 */
export async function readPublication(
  ctx: Ctx<CompanyActor>,
  statement: { id: number; mill_company_id: number },
) {
  if (statement.mill_company_id !== ctx.actor.company.id) return null;
  const [lines, published] = await Promise.all([
    linesBySupplier(ctx, statement.id),
    ctx.read
      .select({ id: millStatement.company_id, created_at: millStatement.created_at })
      .from(millStatement)
      .where(eq(millStatement.published_from_id, statement.id)),
  ]);
  const suppliers = new Map<number, { name: string; lines: number }>();
  for (const { id, name } of lines)
    if (id !== ctx.actor.company.id) suppliers.set(id, { name, lines: (suppliers.get(id)?.lines ?? 0) + 1 });
  return [...suppliers]
    .map(([id, supplier]) => {
      const instant = published.find((p) => p.id === id)?.created_at ?? null;
      return {
        ...supplier,
        published:
          instant === null ? null : { at: instant, text: formatInstant(instant, ctx.actor.zone, ctx.now) },
      };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Publish a mill's own statement to the companies that supplied its wood. Each company gets the lines of its own loads
 * as a statement to reconcile, with the columns as mapped by the mill. A statement is published once to each company.
 */
export const publishStatement = procedure({
  name: "publishStatement",
  may: "trip_ticket.update",
  input: z.strictObject({ statement_id: z.number().int() }),
  output: statementPublishedOutput,
  async run(ctx, { statement_id }) {
    const head = await readStatementHead(ctx, statement_id);
    if (head.mill_company_id !== ctx.actor.company.id)
      throw forbidden("Only the mill itself can publish its statement.");
    if (!head.mapped_at) throw unprocessable("Say what the columns mean first.");
    const statement = await requireOwnStatement(ctx, statement_id);
    const already = await ctx.read
      .select({ id: millStatement.company_id })
      .from(millStatement)
      .where(eq(millStatement.published_from_id, statement_id));
    const done = new Set([ctx.actor.company.id, ...already.map(({ id }) => id)]);
    const suppliers = new Map<number, number[]>();
    for (const { id, line } of await linesBySupplier(ctx, statement_id))
      if (!done.has(id)) suppliers.set(id, [...(suppliers.get(id) ?? []), line]);
    if (suppliers.size === 0)
      throw unprocessable("Every supplier with a load on this statement already has its lines.");
    const now = ctx.now.toISOString();
    const steps: Step[] = [];
    for (const [company_id, numbers] of suppliers) {
      const theirs = new Set(numbers);
      const lines = statement.lines.filter(({ line }) => theirs.has(line));
      steps.push(
        expectOneRow(
          ctx.write.insert(millStatement).values({
            company_id,
            mill_company_id: head.mill_company_id,
            creator_user_id: ctx.actor.user?.id ?? null,
            file_name: head.file_name,
            headings: head.headings,
            columns: head.columns,
            created_at: now,
            mapped_at: now,
            published_from_id: statement_id,
          }),
        ),
      );
      for (let index = 0; index < lines.length; index += ROWS_AT_ONCE)
        steps.push(
          allowAnyRows(
            ctx.write.insert(millStatementLine).values(
              lines
                .slice(index, index + ROWS_AT_ONCE)
                .map(({ accepted_at, applied_values: taken, refused_reason, ...line }) => ({
                  ...line,
                  mill_statement_id: selectInsertedId(millStatement),
                })),
            ),
          ),
        );
    }
    return ctx.commit(steps, { id: statement_id, companies: suppliers.size });
  },
});
