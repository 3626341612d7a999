import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { settlementPayment } from "#db/schema";
import { procedure, type ReadCtx } from "~/web/procedure";
import { AppError } from "~/web/refusal";
import { idField } from "../rules/inputs";
import { getAmountLeft, readMovedSince } from "../shared/payments.server";
import { requirePayerStatement, type StatementRow } from "../shared/statement-access.server";
import { getLocalToday } from "./plan.server";
import { readVoidProblem } from "./void.server";

const input = z.strictObject({ settlement_statement_id: idField });

const headOf = ({ statement, receiver }: StatementRow) => ({
  id: statement.id,
  number: statement.number,
  receiver: receiver.name,
  total_cents: statement.total_cents,
  paid_cents: statement.paid_cents,
  version: statement.version,
});

/** Return why it is refused, or null. */
async function whyNot(ask: () => unknown): Promise<string | null> {
  try {
    await ask();
    return null;
  } catch (error) {
    if (error instanceof AppError && error.kind === "notNow") return error.message;
    throw error;
  }
}

/** Return the data for a payment's form: what is left, and whether loads have changed since. */
export const getPaymentForm = procedure({
  name: "getPaymentForm",
  may: "settlement.update",
  input,
  async run(ctx, { settlement_statement_id }) {
    const row = await requirePayerStatement(ctx, settlement_statement_id);
    return {
      statement: headOf(row),
      why_not: await whyNot(() => getAmountLeft(row)),
      left_cents: row.statement.total_cents - row.statement.paid_cents,
      moved: await readMovedSince(ctx, row.statement.id),
      today: getLocalToday(ctx),
    };
  },
});

/** Return the data for the form that voids a statement: why it would be refused, if it would. */
export const getVoidForm = procedure({
  name: "getVoidForm",
  may: "settlement.delete",
  input,
  async run(ctx, { settlement_statement_id }) {
    const row = await requirePayerStatement(ctx, settlement_statement_id);
    return { statement: headOf(row), why_not: await readVoidProblem(ctx, row) };
  },
});

/** The payments of a statement that can be taken back. */
export const getReversalForm = procedure({
  name: "getReversalForm",
  may: "settlement.delete",
  input,
  async run(ctx, { settlement_statement_id }) {
    const row = await requirePayerStatement(ctx, settlement_statement_id);
    const all = await paymentsOf(ctx, row.statement.id);
    const taken = new Set(all.map((payment) => payment.reverses_id));
    return {
      statement: headOf(row),
      payments: all.filter(({ id, reverses_id }) => reverses_id === null && !taken.has(id)),
    };
  },
});

/** List a statement's payments, oldest first; the caller checks who may see them. */
const paymentsOf = ({ read }: Pick<ReadCtx, "read">, statement: number) =>
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
