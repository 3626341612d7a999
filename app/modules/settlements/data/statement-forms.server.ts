import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { settlementPayment } from "#db/schema";
import { procedure, type ReadCtx } from "~/web/procedure";
import { AppError } from "~/web/refusal";
import { idField } from "../rules/inputs";
import { countLoadsChangedSince, getAmountLeft } from "../shared/payments.server";
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

/** Return the error message of a refused check, or null. */
async function whyNot(ask: () => unknown): Promise<string | null> {
  try {
    await ask();
    return null;
  } catch (error) {
    if (error instanceof AppError && error.kind === "notNow") return error.message;
    throw error;
  }
}

/** Return the data for a payment form: the unpaid amount, and the number of loads changed since the statement was made. */
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
      moved: await countLoadsChangedSince(ctx, row.statement.id),
      today: getLocalToday(ctx),
    };
  },
});

/** Return the data for the void form, with the reason if the statement can't be voided. */
export const getVoidForm = procedure({
  name: "getVoidForm",
  may: "settlement.delete",
  input,
  async run(ctx, { settlement_statement_id }) {
    const row = await requirePayerStatement(ctx, settlement_statement_id);
    return { statement: headOf(row), why_not: await readVoidProblem(ctx, row) };
  },
});

/** Return a statement's payments that can be reversed. */
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

/** List a statement's payments, oldest first; the caller must check access. */
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
