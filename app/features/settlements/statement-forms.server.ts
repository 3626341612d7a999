import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { settlementPayment } from "#db/schema";
import { payersStatement, type StatementRow } from "~/core/settling/statement-access.server";
import { procedure, type Reading } from "~/web/procedure";
import { Refusal } from "~/web/refusal";
import { idInput } from "./inputs";
import { leftOf, movedSince } from "./payments.server";
import { localToday } from "./plan.server";
import { whyNotVoid } from "./void.server";

const input = z.strictObject({ settlement_statement_id: idInput });

const headOf = ({ statement, receiver }: StatementRow) => ({
  id: statement.id,
  number: statement.number,
  receiver: receiver.name,
  total_cents: statement.total_cents,
  paid_cents: statement.paid_cents,
  version: statement.version,
});

/** Why it is refused, or null. */
async function whyNot(ask: () => unknown): Promise<string | null> {
  try {
    await ask();
    return null;
  } catch (error) {
    if (error instanceof Refusal && error.kind === "notNow") return error.message;
    throw error;
  }
}

/** What the form of a payment needs: what is left, and whether loads have changed since. */
export const getPaymentForm = procedure({
  name: "getPaymentForm",
  may: "settlement.update",
  input,
  async run(ctx, { settlement_statement_id }) {
    const row = await payersStatement(ctx, settlement_statement_id);
    return {
      statement: headOf(row),
      why_not: await whyNot(() => leftOf(row)),
      left_cents: row.statement.total_cents - row.statement.paid_cents,
      moved: await movedSince(ctx, row.statement.id),
      today: localToday(ctx),
    };
  },
});

/** What the form of a voiding needs: why it would be refused, where it would. */
export const getVoidForm = procedure({
  name: "getVoidForm",
  may: "settlement.delete",
  input,
  async run(ctx, { settlement_statement_id }) {
    const row = await payersStatement(ctx, settlement_statement_id);
    return { statement: headOf(row), why_not: await whyNotVoid(ctx, row) };
  },
});

/** The payments of a statement that can be taken back. */
export const getReversalForm = procedure({
  name: "getReversalForm",
  may: "settlement.delete",
  input,
  async run(ctx, { settlement_statement_id }) {
    const row = await payersStatement(ctx, settlement_statement_id);
    const all = await paymentsOf(ctx, row.statement.id);
    const taken = new Set(all.map((payment) => payment.reverses_id));
    return {
      statement: headOf(row),
      payments: all.filter(({ id, reverses_id }) => reverses_id === null && !taken.has(id)),
    };
  },
});

/** A statement's payments, oldest first; the caller asks who may see them. */
const paymentsOf = ({ read }: Pick<Reading, "read">, statement: number) =>
  read
    .select({
      id: settlementPayment.id,
      amount_cents: settlementPayment.amount_cents,
      method: settlementPayment.method,
      reference: settlementPayment.reference,
      paid_on: settlementPayment.paid_on,
      reverses_id: settlementPayment.reverses_id,
    })
    .from(settlementPayment)
    .where(eq(settlementPayment.settlement_statement_id, statement))
    .orderBy(asc(settlementPayment.id));
