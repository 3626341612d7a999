import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { company, settlementRun, settlementRunReceiver, settlementStatement } from "#db/schema";
import { expectOneRow } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { procedure, type ReadCtx } from "~/web/procedure";
import { notFound, unprocessable } from "~/web/refusal";
import { idField } from "../rules/inputs";
import { runOutput } from "../rules/output";

const run = settlementRun;
const rr = settlementRunReceiver;

/** Return a run of the acting company, or throw 404. */
async function ownRun(ctx: ReadCtx, settlement_run_id: number) {
  const [row] = await ctx.read
    .select()
    .from(run)
    .where(and(eq(run.id, settlement_run_id), eq(run.prepared_by_company_id, ctx.actor.company.id)));
  if (!row) throw notFound();
  return row;
}

/** Return a run's progress: each receiver with its statement, or the reason why it has none. */
export const getSettlementRun = procedure({
  name: "getSettlementRun",
  may: "settlement.read",
  input: z.strictObject({ settlement_run_id: idField }),
  output: runOutput,
  async run(ctx, { settlement_run_id }) {
    const row = await ownRun(ctx, settlement_run_id);
    const receivers = await ctx.read
      .select({
        receiving_company_id: rr.receiving_company_id,
        name: company.name,
        expected_cents: rr.expected_cents,
        settlement_statement_id: rr.settlement_statement_id,
        number: settlementStatement.number,
        finished_at: rr.finished_at,
        failure: rr.failure,
      })
      .from(rr)
      .innerJoin(company, eq(company.id, rr.receiving_company_id))
      .leftJoin(settlementStatement, eq(settlementStatement.id, rr.settlement_statement_id))
      .where(eq(rr.settlement_run_id, settlement_run_id))
      .orderBy(asc(company.name), asc(company.id));
    return {
      id: row.id,
      period_start: row.period_start,
      period_end: row.period_end,
      finished_at: row.finished_at,
      is_dropped: row.is_cancelled,
      receivers,
    };
  },
});

/** Return the acting company's unfinished run, if any. */
export async function readRunUnderWay(ctx: ReadCtx): Promise<number | null> {
  const [row] = await ctx.read
    .select({ id: run.id })
    .from(run)
    .where(and(eq(run.prepared_by_company_id, ctx.actor.company.id), isNull(run.finished_at)))
    .orderBy(desc(run.id))
    .limit(1);
  return row?.id ?? null;
}

/** Stop a run: posted statements remain, other statements aren't made, and their loads are open again. */
export const dropSettlementRun = procedure({
  name: "dropSettlementRun",
  may: "settlement.create",
  input: z.strictObject({ settlement_run_id: idField }),
  output: idOutput,
  async run(ctx, { settlement_run_id }) {
    const row = await ownRun(ctx, settlement_run_id);
    if (row.finished_at) throw unprocessable("It is done.");
    return ctx.commit(
      [
        expectOneRow(
          ctx.write
            .update(run)
            .set({ is_cancelled: true, version: sql`${run.version} + 1` })
            .where(and(eq(run.id, row.id), isNull(run.finished_at))),
        ),
      ],
      { id: row.id },
    );
  },
});
