import { asc, count, eq } from "drizzle-orm";
import { z } from "zod";
import { settlementLine } from "#db/schema";
import { listOutput, outputId } from "~/web/output";
import { getRowLimit, pagingParams } from "~/web/paging";
import { procedure } from "~/web/procedure";
import { idField } from "../rules/inputs";
import { requireVisibleStatement } from "../shared/statement-access.server";

const l = settlementLine;
const number = z.number().int().nullable();
const text = z.string().nullable();

export const statementLinesOutput = listOutput(
  "settlement_lines",
  z.strictObject({
    settlement_statement_id: outputId,
    seq: z.number().int().describe("Position on the statement, from 1."),
    kind: z
      .string()
      .describe("load, fuel or reversal for work on a load; the kind of adjustment for everything else."),
    trip_ticket_settlement_id: outputId.nullable(),
    settlement_type_id: outputId.nullable(),
    reverses_statement_id: outputId.nullable().describe("The statement that a reversal takes back."),
    settlement_adjustment_id: outputId.nullable(),
    trip_ticket_id: outputId.nullable(),
    trip_ticket_number: number,
    load_number: number.describe("Number of the load on its job."),
    scale_ticket_number: text,
    job_id: outputId.nullable(),
    job_name: text,
    product: text,
    destination: text,
    earned_on: text.describe("YYYY-MM-DD, in the zone of the job."),
    quantity: z.number().nullable().describe("In its unit, loads or miles; of percent, dollars."),
    wood_unit_type_id: outputId.nullable(),
    per: text,
    rate: z.number().nullable().describe("Dollars, up to four decimals; of percent, so many percent."),
    amount_cents: z.number().int().describe("US cents."),
    words: text.describe("Why the amount is not quantity times rate."),
  }),
);

/**
 * List a statement's stored lines in order: for its payer, its maker, and after posting its receiver; otherwise 404.
 * One load may have several lines, one for each service.
 */
export const listStatementLines = procedure({
  name: "listStatementLines",
  may: "settlement.read",
  input: z.strictObject({ settlement_statement_id: idField, ...pagingParams }),
  output: statementLinesOutput,
  async run(ctx, { settlement_statement_id, take, skip }) {
    const { statement } = await requireVisibleStatement(ctx, settlement_statement_id);
    const own = eq(l.settlement_statement_id, statement.id);
    const [counted] = await ctx.read.select({ n: count() }).from(l).where(own);
    const rows = await ctx.read
      .select()
      .from(l)
      .where(own)
      .orderBy(asc(l.seq))
      .limit(getRowLimit(take))
      .offset(skip);
    return {
      settlement_lines: rows.map(
        ({ ticket_number, amount_owed_id, note, rate_table: _table, rate_id: _rate, ...line }) => ({
          ...line,
          trip_ticket_settlement_id: amount_owed_id,
          words: note,
          trip_ticket_number: ticket_number,
          quantity: line.quantity === null ? null : line.quantity / 1000,
          rate: line.rate === null ? null : line.rate / 10_000,
        }),
      ),
      meta: { total: counted?.n ?? 0, skip, take },
    };
  },
});
