import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { company, settlementAdjustment, settlementStatement } from "#db/schema";
import { formatMoney } from "~/lib/money/money";
import { createTrimmedTextSchema } from "~/lib/text/input";
import { toCreator } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { pagingParams } from "~/web/paging";
import { procedure, type ReadCtx } from "~/web/procedure";
import { invalid, notFound, unprocessable } from "~/web/refusal";
import { amountField, calendarDayField, idField, toCents } from "../rules/inputs";
import { adjustmentsOutput } from "../rules/output";
import { NO_BALANCES, readPayerBalances } from "../shared/open-work.server";
import { type Payer, readPayer, requireSettlements } from "../shared/payer.server";
import { requireReceiver } from "./receivers.server";

const a = settlementAdjustment;
const payer = alias(company, "payer");
const receiver = alias(company, "receiver");

/** Kinds of adjustments that a user can add; a carried-over balance is added automatically. */
export const MANUAL_ADJUSTMENT_KINDS = [
  "addition",
  "deduction",
  "advance",
  "recovery",
  "holdback",
  "release",
] as const;

/**
 * Return the adjustments of a company, each once: those it pays, those it receives, and those it created for a payer
 * without users.
 */
function adjustmentEnds(me: number, select: SQL, where: SQL): SQL {
  const ends = [
    sql`${a.paying_company_id} = ${me}`,
    sql`${a.receiving_company_id} = ${me} AND +${a.paying_company_id} <> ${me}`,
    sql`${a.creator_company_id} = ${me} AND +${a.paying_company_id} <> ${me} AND +${a.receiving_company_id} <> ${me}`,
  ];
  return sql.join(
    ends.map((end) => sql`SELECT ${select} FROM ${a} WHERE ${end} AND ${where}`),
    sql` UNION ALL `,
  );
}

/** List pending and stated adjustments: all adjustments that the acting company pays, and its own as payee. */
export const listAdjustments = procedure({
  name: "listAdjustments",
  may: "settlement.read",
  input: z.strictObject({
    ...pagingParams,
    receiving_company_id: idField.optional(),
    paying_company_id: idField.optional(),
    is_waiting: z.boolean().optional(),
  }),
  output: adjustmentsOutput,
  async run(ctx, { take, skip, ...by }) {
    const me = ctx.actor.company.id;
    const condition = and(
      by.receiving_company_id === undefined ? undefined : eq(a.receiving_company_id, by.receiving_company_id),
      by.paying_company_id === undefined ? undefined : eq(a.paying_company_id, by.paying_company_id),
      by.is_waiting ? and(isNull(a.used_by_statement_id), isNull(a.cancelled_at)) : undefined,
    );
    const ends = (select: SQL) => adjustmentEnds(me, select, condition ?? sql`1`);
    const [total] = await ctx.read
      .select({ n: sql<number>`coalesce(sum(n), 0)` })
      .from(sql`(${ends(sql`count(*) AS n`)})`);
    const ids = sql`SELECT id FROM (${ends(sql`${a.id} AS id`)} ORDER BY id DESC LIMIT ${take} OFFSET ${skip})`;
    const settlement_adjustments = await ctx.read
      .select({
        id: a.id,
        paying_company: { id: payer.id, name: payer.name },
        receiving_company: { id: receiver.id, name: receiver.name },
        kind: a.kind,
        amount_cents: a.amount_cents,
        words: a.note,
        due_on: a.due_on,
        settlement_statement_id: a.used_by_statement_id,
        statement_number: settlementStatement.number,
        cancelled_at: a.cancelled_at,
        may_cancel: sql<number>`(${a.paying_company_id} = ${me} OR ${a.creator_company_id} = ${me})
          AND ${a.used_by_statement_id} IS NULL AND ${a.cancelled_at} IS NULL AND ${a.kind} <> 'balance'`.mapWith(
          Boolean,
        ),
        version: a.version,
      })
      .from(a)
      .innerJoin(payer, eq(payer.id, a.paying_company_id))
      .innerJoin(receiver, eq(receiver.id, a.receiving_company_id))
      .leftJoin(settlementStatement, eq(settlementStatement.id, a.used_by_statement_id))
      .where(sql`${a.id} IN (${ids})`)
      .orderBy(desc(a.id));
    return { settlement_adjustments, meta: { total: total?.n ?? 0, skip, take } };
  },
});

/** Add a pending adjustment; it goes on the next statement between payer and receiver that covers its date. */
export const addAdjustment = procedure({
  name: "addAdjustment",
  may: "settlement.create",
  input: z.strictObject({
    paying_company_id: idField.optional(),
    receiving_company_id: z.number("Choose a company.").int().positive(),
    kind: z.enum(MANUAL_ADJUSTMENT_KINDS, "Choose what it is."),
    amount: amountField,
    words: createTrimmedTextSchema(200, undefined, "Say what it is for.").min(1, "Say what it is for."),
    due_on: calendarDayField(),
  }),
  output: idOutput,
  async run(ctx, input) {
    await requireSettlements(ctx);
    const from = await readPayer(ctx, input.paying_company_id);
    const to = await requireReceiver(ctx, from, input.receiving_company_id);
    const cents = toCents(input.amount);
    await checkBalance(ctx, from, to, input.kind, cents);
    return ctx.commit(
      [
        expectOneRow(
          ctx.write.insert(a).values({
            paying_company_id: from.id,
            receiving_company_id: to,
            kind: input.kind,
            amount_cents: cents,
            note: input.words,
            due_on: input.due_on,
            ...toCreator(ctx.actor),
            created_at: ctx.now.toISOString(),
          }),
        ),
      ],
      { id: selectInsertedId(a) },
    );
  },
});

/** Refuse a recovery over the advanced amount, or a release over the held amount, counting pending adjustments. */
async function checkBalance(ctx: ReadCtx, from: Payer, to: number, kind: string, cents: number) {
  if (kind !== "recovery" && kind !== "release") return;
  const balances = (await readPayerBalances(ctx, from)).get(to) ?? NO_BALANCES;
  const [plus, stands] =
    kind === "recovery"
      ? (["advance", balances.advance] as const)
      : (["holdback", balances.holdback] as const);
  const [waiting] = await ctx.read
    .select({
      cents: sql<number>`coalesce(sum(CASE kind WHEN ${plus} THEN amount_cents WHEN ${kind} THEN -amount_cents ELSE 0 END), 0)`,
    })
    .from(a)
    .where(
      and(
        eq(a.paying_company_id, from.id),
        eq(a.receiving_company_id, to),
        from.acted_for ? eq(a.creator_company_id, ctx.actor.company.id) : undefined,
        isNull(a.used_by_statement_id),
        isNull(a.cancelled_at),
      ),
    );
  const most = stands + (waiting?.cents ?? 0);
  if (cents > most)
    throw invalid({
      amount: [
        kind === "recovery"
          ? `That is more than the ${formatMoney(Math.max(most, 0))} advanced.`
          : `That is more than the ${formatMoney(Math.max(most, 0))} held back.`,
      ],
    });
}

/** Return an adjustment that the acting company may cancel. */
export async function requireOwnAdjustment(ctx: ReadCtx, id: number) {
  const [row] = await ctx.read.select().from(a).where(eq(a.id, id));
  if (!row) throw notFound();
  const me = ctx.actor.company.id;
  if (row.paying_company_id !== me && row.creator_company_id !== me) throw notFound();
  return row;
}

/**
 * Cancel a pending adjustment. An adjustment on a statement can't be canceled, and a carried-over balance goes on the
 * next statement.
 */
export const cancelAdjustment = procedure({
  name: "cancelAdjustment",
  may: "settlement.delete",
  input: z.strictObject({ settlement_adjustment_id: idField }),
  output: idOutput,
  async run(ctx, { settlement_adjustment_id: id }) {
    const row = await requireOwnAdjustment(ctx, id);
    await requireSettlements(ctx);
    if (row.used_by_statement_id !== null) throw unprocessable("It is on a statement.");
    if (row.cancelled_at !== null) throw unprocessable("It's already cancelled.");
    if (row.kind === "balance")
      throw unprocessable(
        "What was carried over goes on the next statement. To forgive it, add an addition.",
      );
    return ctx.commit(
      [
        expectOneRow(
          ctx.write
            .update(a)
            .set({ cancelled_at: ctx.now.toISOString(), version: sql`${a.version} + 1` })
            .where(and(eq(a.id, id), isNull(a.used_by_statement_id), isNull(a.cancelled_at))),
        ),
      ],
      { id },
    );
  },
});
