import { and, asc, eq, inArray, or } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { company, settlementRule } from "#db/schema";
import { createTrimmedTextSchema } from "~/lib/text/input";
import { toCreator } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { fullListParams, slicePage } from "~/web/paging";
import { procedure } from "~/web/procedure";
import { invalid, notFound } from "~/web/refusal";
import { updateWithVersion } from "~/web/revise.server";
import { amountField, calendarDayField, idField, toCents } from "../rules/inputs";
import { balancesOutput, rulesOutput } from "../rules/output";
import { readPayerBalances } from "../shared/open-work.server";
import { readPayer, readPayersActedFor, requireSettlements } from "../shared/payer.server";
import { readNamesById } from "./preview.server";
import { requireReceiver } from "./receivers.server";

const r = settlementRule;
const payer = alias(company, "payer");
export const RULE_KINDS = ["deduction", "holdback", "recovery", "addition"] as const;

/**
 * List the rules that automatically add or deduct amounts on the acting company's statements, or on those that it makes
 * for a payer without users.
 */
export const listSettlementRules = procedure({
  name: "listSettlementRules",
  may: "settlement.read",
  input: z.strictObject(fullListParams),
  output: rulesOutput,
  async run(ctx, paging) {
    const me = ctx.actor.company.id;
    const payers = [me, ...(await readPayersActedFor(ctx)).map(({ id }) => id)];
    const all = await ctx.read
      .select({
        id: r.id,
        paying_company: { id: payer.id, name: payer.name },
        receiving_company: { id: company.id, name: company.name },
        kind: r.kind,
        fixed_cents: r.fixed_cents,
        basis_points: r.basis_points,
        cap_cents: r.cap_cents,
        words: r.label,
        starts_on: r.starts_on,
        ends_on: r.ends_on,
        version: r.version,
      })
      .from(r)
      .innerJoin(company, eq(company.id, r.receiving_company_id))
      .innerJoin(payer, eq(payer.id, r.paying_company_id))
      .where(
        and(
          inArray(r.paying_company_id, payers),
          or(eq(r.paying_company_id, me), eq(r.creator_company_id, me)),
          eq(r.is_deleted, false),
        ),
      )
      .orderBy(asc(company.name), asc(r.id));
    const { rows, meta } = slicePage(all, paging);
    return { settlement_rules: rows, meta };
  },
});

const PERCENT = /^(\d{1,2}(\.\d{1,2})?|100(\.0{1,2})?)$/;

/**
 * Add a rule: each later statement to a receiver adds or deducts an amount, or a percentage of the loads' pay, up to a
 * cap.
 */
export const addSettlementRule = procedure({
  name: "addSettlementRule",
  fresh: true,
  may: "settlement.create",
  input: z.strictObject({
    paying_company_id: idField.optional(),
    receiving_company_id: z.number("Choose a company.").int().positive(),
    kind: z.enum(RULE_KINDS, "Choose what it is."),
    amount: amountField.optional(),
    percent: createTrimmedTextSchema(6).regex(PERCENT, "Type a share like 5 or 2.5.").optional(),
    cap: amountField.optional(),
    words: createTrimmedTextSchema(200, undefined, "Say what it is for.").min(1, "Say what it is for."),
    starts_on: calendarDayField(),
    ends_on: calendarDayField().optional(),
  }),
  output: idOutput,
  async run(ctx, input) {
    await requireSettlements(ctx);
    const from = await readPayer(ctx, input.paying_company_id);
    const to = await requireReceiver(ctx, from, input.receiving_company_id);
    const points = input.percent === undefined ? null : Math.round(Number(input.percent) * 100);
    if ((input.amount === undefined) === (points === null))
      throw invalid({ amount: ["Type an amount or a share of what the loads pay, one of the two."] });
    if (points === 0) throw invalid({ percent: ["Type a share like 5 or 2.5."] });
    if (input.ends_on !== undefined && input.ends_on < input.starts_on)
      throw invalid({ ends_on: ["The last day comes before the first. Choose a later one."] });
    return ctx.commit(
      [
        expectOneRow(
          ctx.write.insert(r).values({
            paying_company_id: from.id,
            receiving_company_id: to,
            kind: input.kind,
            fixed_cents: input.amount === undefined ? null : toCents(input.amount),
            basis_points: points,
            cap_cents: input.cap === undefined ? null : toCents(input.cap),
            label: input.words,
            starts_on: input.starts_on,
            ends_on: input.ends_on ?? null,
            ...toCreator(ctx.actor),
            created_at: ctx.now.toISOString(),
          }),
        ),
      ],
      { id: selectInsertedId(r) },
    );
  },
});

/** End a rule: later statements leave it out; earlier amounts are unaffected. */
export const deleteSettlementRule = procedure({
  name: "deleteSettlementRule",
  fresh: true,
  may: "settlement.delete",
  input: z.strictObject({ settlement_rule_id: idField }),
  output: idOutput,
  async run(ctx, { settlement_rule_id: id }) {
    const me = ctx.actor.company.id;
    const [row] = await ctx.read.select().from(r).where(eq(r.id, id));
    if (!row || row.is_deleted || (row.paying_company_id !== me && row.creator_company_id !== me))
      throw notFound();
    await requireSettlements(ctx);
    return ctx.commit([updateWithVersion(ctx, r, row, { is_deleted: true })], { id });
  },
});

/** List receivers' open advances and holdbacks, for the acting company and for payers that it settles for. */
export const listBalances = procedure({
  name: "listBalances",
  may: "settlement.read",
  input: z.strictObject(fullListParams),
  output: balancesOutput,
  async run(ctx, paging) {
    const payers = [await readPayer(ctx), ...(await readPayersActedFor(ctx))];
    const results = [];
    for (const from of payers)
      for (const [id, { advance, holdback }] of await readPayerBalances(ctx, from))
        if (advance !== 0 || holdback !== 0) results.push({ from, id, advance, holdback });
    const names = await readNamesById(
      ctx,
      results.map(({ id }) => id),
    );
    const all = results
      .map(({ from, id, advance, holdback }) => ({
        paying_company: { id: from.id, name: from.name },
        receiving_company: { id, name: names.get(id) ?? "" },
        advance_cents: advance,
        holdback_cents: holdback,
      }))
      .sort((item, other) => item.receiving_company.name.localeCompare(other.receiving_company.name));
    const { rows, meta } = slicePage(all, paging);
    return { settlement_balances: rows, meta };
  },
});
