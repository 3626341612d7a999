import { z } from "zod";
import { listOutput, outputId, outputInstant, outputName, outputVersion } from "~/web/output";

const cents = z.number().int().describe("US cents.");
const day = z.string().describe("YYYY-MM-DD.");
const words = z.string();
const n = z.number().int();

const item = z.strictObject({ kind: words, words, amount_cents: cents });
const sums = {
  gross_cents: cents,
  total_cents: cents.describe("Send it with the statement: it is made only while this is still true."),
  line_count: n.describe("Send it with the statement, too."),
  items: z.array(item),
};

export const previewOutput = z.strictObject({
  payer: z.strictObject({ id: outputId, name: words, acted_for: z.boolean() }),
  period_start: day,
  period_end: day,
  pay_on: day,
  today: day,
  closed: words.nullable().describe("Why nothing can be made through this day."),
  receivers: z.array(
    z.strictObject({
      receiving_company_id: outputId,
      name: words,
      loads: n.describe("Loads, each once, however many lines it has."),
      claims: n.describe("Lines of work: one for each load and service."),
      corrections: n,
      oldest: day.nullable(),
      problems: n.describe("Loads without an amount: they are left out."),
      ...sums,
      lowered: z
        .strictObject({
          claims: n,
          cents,
          with: z.strictObject(sums).describe("The same with these corrections."),
          loads: z.array(
            z.strictObject({
              ticket_number: n,
              earned_on: day,
              was_cents: cents,
              is_cents: cents,
              statement_number: n.nullable(),
            }),
          ),
        })
        .nullable()
        .describe("Corrections that lower what was stated: taken only where the call says so."),
    }),
  ),
  left_out: z
    .array(z.strictObject({ receiving_company_id: outputId, name: words, loads: n }))
    .describe("Loads without an amount, of every company, also of those without a statement here."),
});

export const statementsMadeOutput = z.strictObject({
  count: n,
  first_number: n.nullable(),
  last_number: n.nullable(),
  id: outputId.nullable().describe("The newest statement."),
  settlement_run_id: outputId.nullable().describe("Set where they are made in the background."),
});

export const settlementStatementOutput = z.strictObject({
  id: outputId,
  number: n.nullable(),
  paying_company: outputName,
  receiving_company: outputName,
  made_by_company: outputName,
  job_id: outputId.nullable(),
  period_start: day,
  period_end: day,
  pay_on: day,
  status: z.enum(["draft", "unpaid", "paid", "void"]),
  is_overdue: z.boolean().describe("Something is left to pay after the pay date."),
  posted_at: outputInstant.nullable(),
  gross_cents: cents,
  adjustments_cents: cents,
  total_cents: cents,
  line_count: n,
  paid_cents: cents,
  void_reason: words.nullable(),
  memo: words.nullable(),
  hash: words.nullable(),
  version: outputVersion,
});
export const statementsOutput = listOutput("settlement_statements", settlementStatementOutput);

export const runOutput = z.strictObject({
  id: outputId,
  period_start: day,
  period_end: day,
  finished_at: outputInstant.nullable(),
  is_dropped: z.boolean(),
  receivers: z.array(
    z.strictObject({
      receiving_company_id: outputId,
      name: words,
      expected_cents: cents,
      settlement_statement_id: outputId.nullable(),
      number: n.nullable(),
      finished_at: outputInstant.nullable(),
      failure: words.nullable().describe("Why it could not be made."),
    }),
  ),
});

export const trialOutput = z.strictObject({
  is_viewable: z.boolean().describe("An entry exists, so settlements may be read."),
  is_active: z.boolean(),
  expires_at: outputInstant.nullable(),
  may_start: z.boolean(),
  words: words.nullable(),
});

export const adjustmentsOutput = listOutput(
  "settlement_adjustments",
  z.strictObject({
    id: outputId,
    paying_company: outputName,
    receiving_company: outputName,
    kind: words,
    amount_cents: cents.describe("US cents, above zero: the kind says whether it is paid or taken off."),
    words,
    due_on: day,
    settlement_statement_id: outputId.nullable(),
    statement_number: n.nullable(),
    cancelled_at: outputInstant.nullable(),
    may_cancel: z.boolean().describe("It's waiting, and you can cancel it."),
    version: outputVersion,
  }),
);

export const rulesOutput = listOutput(
  "settlement_rules",
  z.strictObject({
    id: outputId,
    paying_company: outputName,
    receiving_company: outputName,
    kind: words,
    fixed_cents: cents.nullable(),
    basis_points: n.nullable(),
    cap_cents: cents.nullable(),
    words,
    starts_on: day,
    ends_on: day.nullable(),
    version: outputVersion,
  }),
);

export const balancesOutput = listOutput(
  "settlement_balances",
  z.strictObject({
    paying_company: outputName.describe("You, or a company without people that you settle for."),
    receiving_company: outputName,
    advance_cents: cents,
    holdback_cents: cents,
  }),
);

export const settingsOutput = z.strictObject({
  period: words,
  period_anchor: day.nullable(),
  pay_lag_days: n,
  starts_on: day,
  accounts: z.record(words, words),
  closed_through: day.nullable(),
  today: day,
  version: n,
});
