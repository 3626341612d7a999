import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { newest } from "#db/newest";
import { settlementLine, settlementRemark } from "#db/schema";
import { remarksOf } from "~/core/settling/remarks.server";
import { isPayersSide, visibleStatement } from "~/core/settling/statement-access.server";
import { trimmed } from "~/domain/text/input";
import { ticketInSentence } from "~/domain/tickets/load-labels";
import { type CompanyActor, creatorOf } from "~/web/actor";
import { mustHit } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { type Ctx, procedure, type Reading, type Step } from "~/web/procedure";
import { forbidden, missing, notNow } from "~/web/refusal";
import { idInput, MOST_WORDS } from "./inputs";
import { newsSteps } from "./posting.server";

const at = { settlement_statement_id: idInput, seq: idInput };
const said = trimmed(MOST_WORDS, undefined, "Say what it is.").min(1, "Say what it is.");

/** A line of a load on a statement that is posted, with what was said about it; else 404. */
async function remarkedLine(ctx: Reading, input: { settlement_statement_id: number; seq: number }) {
  const row = await visibleStatement(ctx, input.settlement_statement_id);
  const [line] = await ctx.read
    .select()
    .from(settlementLine)
    .where(
      and(eq(settlementLine.settlement_statement_id, row.statement.id), eq(settlementLine.seq, input.seq)),
    );
  const claim = line?.trip_ticket_settlement_id;
  if (!line || claim === null || claim === undefined || row.statement.posted_at === null) throw missing();
  const remarks = await remarksOf(ctx, row.statement.id, claim);
  const last = remarks.at(-1)?.kind;
  const isPayer = isPayersSide(ctx, row);
  return { row, line, claim, remarks, isPayer, isDisputed: last === "disputed" || last === "answered" };
}

/** A load's line with what payee and payer say of it. */
export const getRemarks = procedure({
  name: "getRemarks",
  may: "settlement.read",
  input: z.strictObject(at),
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

/** The payee says that something is wrong with a load's line. The payer is told. */
export const disputeLine = procedure({
  name: "disputeLine",
  may: "settlement.read",
  input: z.strictObject({ ...at, text: said }),
  output: idOutput,
  async run(ctx, input) {
    const { row, line, claim, isPayer } = await remarkedLine(ctx, input);
    if (isPayer) throw forbidden(`Only ${row.receiver.name} can say that something is wrong.`);
    const title = `${row.receiver.name} asks about ${ticketInSentence(line.ticket_number ?? "")} on statement ${row.statement.number}`;
    const path = `/settlements/statements/${row.statement.id}/lines/${line.seq}`;
    const told: Step[] = [];
    // Who made it for a payer without people is told; the payer too, which may have people by now.
    for (const company of new Set([row.maker.id, row.payer.id]))
      told.push(...(await newsSteps(ctx, company, `dispute:${claim}`, title, input.text, path)));
    return ctx.commit([remarkStep(ctx, claim, row.statement.id, "disputed", input.text), ...told], {
      id: newest(settlementRemark),
    });
  },
});

/** The payer answers, or says that it is settled. The payee is told. */
export const answerRemark = procedure({
  name: "answerRemark",
  may: "settlement.update",
  input: z.strictObject({ ...at, text: said, is_resolved: z.boolean().default(false) }),
  output: idOutput,
  async run(ctx, input) {
    const { row, line, claim, isPayer, isDisputed } = await remarkedLine(ctx, input);
    if (!isPayer) throw forbidden(`Only ${row.payer.name} can answer.`);
    if (!isDisputed) throw notNow("No one has asked about this load.");
    const title = `${row.payer.name} answers about ${ticketInSentence(line.ticket_number ?? "")} on statement ${row.statement.number}`;
    const kind = input.is_resolved ? "resolved" : "answered";
    return ctx.commit(
      [
        remarkStep(ctx, claim, row.statement.id, kind, input.text),
        ...(await newsSteps(
          ctx,
          row.receiver.id,
          `answer:${claim}`,
          title,
          input.text,
          `/settlements/statements/${row.statement.id}/lines/${line.seq}`,
        )),
      ],
      { id: newest(settlementRemark) },
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
  mustHit(
    ctx.write.insert(settlementRemark).values({
      trip_ticket_settlement_id: claim,
      settlement_statement_id: statement,
      company_id: ctx.actor.company.id,
      kind,
      text,
      ...creatorOf(ctx.actor),
      created_at: ctx.now.toISOString(),
    }),
  );
