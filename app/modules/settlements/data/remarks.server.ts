import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { settlementLine, settlementRemark } from "#db/schema";
import { createTrimmedTextSchema } from "~/lib/text/input";
import { formatTicketInSentence } from "~/modules/trip-tickets/rules/load-labels";
import { type CompanyActor, toCreator } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { type Ctx, procedure, type ReadCtx, type Step } from "~/web/procedure";
import { forbidden, notFound, unprocessable } from "~/web/refusal";
import { idField, MAX_TEXT_LENGTH } from "../rules/inputs";
import { readStatementRemarks } from "../shared/remarks.server";
import { isOnPayerSide, requireVisibleStatement } from "../shared/statement-access.server";
import { buildSettlementNotifySteps } from "./posting.server";

const target = { settlement_statement_id: idField, seq: idField };
const zodString = createTrimmedTextSchema(MAX_TEXT_LENGTH, undefined, "Say what it is.").min(
  1,
  "Say what it is.",
);

/** Return a load's line on a posted statement with its remarks, or throw 404. */
async function remarkedLine(ctx: ReadCtx, input: { settlement_statement_id: number; seq: number }) {
  const row = await requireVisibleStatement(ctx, input.settlement_statement_id);
  const [line] = await ctx.read
    .select()
    .from(settlementLine)
    .where(
      and(eq(settlementLine.settlement_statement_id, row.statement.id), eq(settlementLine.seq, input.seq)),
    );
  const claim = line?.amount_owed_id;
  if (!line || claim === null || claim === undefined || row.statement.posted_at === null) throw notFound();
  const remarks = await readStatementRemarks(ctx, row.statement.id, claim);
  const last = remarks.at(-1)?.kind;
  const isPayer = isOnPayerSide(ctx, row);
  return { row, line, claim, remarks, isPayer, isDisputed: last === "disputed" || last === "answered" };
}

/** Return a load's line with the remarks of payee and payer. */
export const getRemarks = procedure({
  name: "getRemarks",
  may: "settlement.read",
  input: z.strictObject(target),
  async run(ctx, input) {
    const { row, line, remarks, isPayer, isDisputed } = await remarkedLine(ctx, input);
    return {
      statement: { id: row.statement.id, number: row.statement.number },
      payer: row.payer,
      receiver: row.receiver,
      line,
      remarks,
      is_payer: isPayer,
      is_disputed: isDisputed,
    };
  },
});

/** Dispute a load's line as the payee; the payer is notified. */
export const disputeLine = procedure({
  name: "disputeLine",
  may: "settlement.read",
  input: z.strictObject({ ...target, text: zodString }),
  output: idOutput,
  async run(ctx, input) {
    const { row, line, claim, isPayer } = await remarkedLine(ctx, input);
    if (isPayer) throw forbidden(`Only ${row.receiver.name} can say that something is wrong.`);
    const title = `${row.receiver.name} asks about ${formatTicketInSentence(line.ticket_number ?? "")} on statement ${row.statement.number}`;
    const path = `/settlements/statements/${row.statement.id}/lines/${line.seq}`;
    const steps: Step[] = [];
    // Notify the company that made the statement and the payer: a payer without users may have users by now.
    for (const company of new Set([row.maker.id, row.payer.id]))
      steps.push(
        ...(await buildSettlementNotifySteps(ctx, company, `dispute:${claim}`, title, input.text, path)),
      );
    return ctx.commit([remarkStep(ctx, claim, row.statement.id, "disputed", input.text), ...steps], {
      id: selectInsertedId(settlementRemark),
    });
  },
});

/** Answer a dispute as the payer, or mark it as resolved; the payee is notified. */
export const answerRemark = procedure({
  name: "answerRemark",
  may: "settlement.update",
  input: z.strictObject({ ...target, text: zodString, is_resolved: z.boolean().default(false) }),
  output: idOutput,
  async run(ctx, input) {
    const { row, line, claim, isPayer, isDisputed } = await remarkedLine(ctx, input);
    if (!isPayer) throw forbidden(`Only ${row.payer.name} can answer.`);
    if (!isDisputed) throw unprocessable("No one has asked about this load.");
    const title = `${row.payer.name} answers about ${formatTicketInSentence(line.ticket_number ?? "")} on statement ${row.statement.number}`;
    const kind = input.is_resolved ? "resolved" : "answered";
    return ctx.commit(
      [
        remarkStep(ctx, claim, row.statement.id, kind, input.text),
        ...(await buildSettlementNotifySteps(
          ctx,
          row.receiver.id,
          `answer:${claim}`,
          title,
          input.text,
          `/settlements/statements/${row.statement.id}/lines/${line.seq}`,
        )),
      ],
      { id: selectInsertedId(settlementRemark) },
    );
  },
});

const remarkStep = (
  ctx: Ctx<CompanyActor>,
  claim: number,
  statement: number,
  kind: "disputed" | "answered" | "resolved",
  text: string,
) =>
  expectOneRow(
    ctx.write.insert(settlementRemark).values({
      amount_owed_id: claim,
      settlement_statement_id: statement,
      company_id: ctx.actor.company.id,
      kind,
      text,
      ...toCreator(ctx.actor),
      created_at: ctx.now.toISOString(),
    }),
  );
