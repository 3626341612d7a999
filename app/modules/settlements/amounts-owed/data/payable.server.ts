import { and, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { amountOwed, company, settlementLine, settlementStatement } from "#db/schema";
import { createTrimmedTextSchema } from "~/lib/text/input";
import { NOTIFICATION } from "~/modules/notifications/rules/notices";
import { buildNotificationSteps } from "~/modules/notifications/shared/notify.server";
import { formatTicketInSentence } from "~/modules/trip-tickets/rules/load-labels";
import { expectOneRow } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { procedure, type ReadCtx } from "~/web/procedure";
import { invalid, unprocessable } from "~/web/refusal";
import { getStoredServiceName } from "../../rules/services";
import {
  buildAmountOwedHistorySteps,
  type ClaimRow,
  requirePayerAmountOwed,
  toAmountOwedPageData,
} from "./claim.server";

const c = amountOwed;
const target = { trip_ticket_settlement_id: z.number().int().positive() };

/** Return the reason a load can't be marked not payable now, such as its statement; null if it can be marked. */
async function whyPaid({ read }: Pick<ReadCtx, "read">, { claim }: ClaimRow): Promise<string | null> {
  const s = settlementStatement;
  const [on] = await read
    .select({ number: s.number })
    .from(settlementLine)
    .innerJoin(s, eq(s.id, settlementLine.settlement_statement_id))
    .where(and(eq(settlementLine.amount_owed_id, claim.id), sql`${s.status_type_id} <> 3`))
    .orderBy(desc(s.id))
    .limit(1);
  if (on && on.number === null) return "It's on a draft. Delete the draft first.";
  if (claim.posted_cents === 0) return null;
  return `It's on statement ${on?.number ?? ""}. Void that first, or correct the load: the next statement takes it back.`;
}

/**
 * Return the company on whose statement the load's amount already is, if the load was later reassigned to this claim's
 * payee.
 */
async function statedTo(ctx: Pick<ReadCtx, "read">, { claim }: ClaimRow): Promise<string | null> {
  if (claim.problem !== "paid_to_other") return null;
  const [other] = await ctx.read
    .select({ name: company.name })
    .from(c)
    .innerJoin(company, eq(company.id, c.receiving_company_id))
    .where(
      and(
        eq(c.trip_ticket_id, claim.trip_ticket_id),
        eq(c.settlement_type_id, claim.settlement_type_id),
        eq(c.paying_company_id, claim.paying_company_id),
        sql`${c.posted_cents} <> 0`,
      ),
    )
    .orderBy(c.id)
    .limit(1);
  return other?.name ?? null;
}

/** Return the data of the page on which the payer marks a load as not payable, or payable again. */
export const getPayability = procedure({
  name: "getPayability",
  may: "settlement.read",
  input: z.strictObject(target),
  async run(ctx, input) {
    const row = await requirePayerAmountOwed(ctx, input.trip_ticket_settlement_id);
    return {
      ...toAmountOwedPageData(row),
      is_void: row.claim.voided_at !== null,
      why_not: await whyPaid(ctx, row),
      stated_to: await statedTo(ctx, row),
    };
  },
});

/** Notify the payee's users who may read settlements. */
const tell = (
  ctx: Parameters<typeof buildNotificationSteps>[0],
  { claim, payer, receiver, ticket }: ClaimRow,
  title: string,
  message: string,
) =>
  buildNotificationSteps(ctx, {
    type: NOTIFICATION.settlement,
    to: { company: receiver.id },
    title: `${payer.name}: ${getStoredServiceName(claim.settlement_type_id).toLowerCase()} of ${formatTicketInSentence(ticket.number)} ${title}`,
    message,
    path: "/settlements/to-receive",
    group: `payable:${claim.id}`,
  });

/**
 * Mark a load as not payable by the payer for a service, with the reason. Refused while any of its amount is on a
 * statement. The open amounts then exclude the load, and the payee is notified.
 */
export const markNotPayable = procedure({
  name: "markNotPayable",
  may: "settlement.update",
  input: z.strictObject({
    ...target,
    reason: createTrimmedTextSchema(500, undefined, "Say why.").min(1, "Say why."),
  }),
  output: idOutput,
  async run(ctx, { reason, ...input }) {
    const row = await requirePayerAmountOwed(ctx, input.trip_ticket_settlement_id);
    if (row.claim.voided_at !== null) throw unprocessable("It's already marked as not payable.");
    const why = await whyPaid(ctx, row);
    if (why) throw unprocessable(why);
    const { claim } = row;
    return ctx.commit(
      [
        expectOneRow(
          ctx.write
            .update(c)
            .set({ voided_at: ctx.now.toISOString(), void_reason: reason, version: sql`${c.version} + 1` })
            .where(and(eq(c.id, claim.id), eq(c.version, claim.version), sql`${c.posted_cents} = 0`)),
        ),
        ...(await buildAmountOwedHistorySteps(ctx, row, "Payable", `Not payable: ${reason}`)),
        ...tell(ctx, row, "is not payable", reason),
      ],
      { id: claim.id },
    );
  },
});

/** Mark a not-payable load as payable: the amount owed for it is open again. */
export const markPayable = procedure({
  name: "markPayable",
  may: "settlement.update",
  input: z.strictObject(target),
  output: idOutput,
  async run(ctx, input) {
    const row = await requirePayerAmountOwed(ctx, input.trip_ticket_settlement_id);
    const { claim } = row;
    if (claim.voided_at === null) throw invalid({ "": ["It's already payable."] });
    return ctx.commit(
      [
        expectOneRow(
          ctx.write
            .update(c)
            .set({ voided_at: null, void_reason: null, version: sql`${c.version} + 1` })
            .where(and(eq(c.id, claim.id), eq(c.version, claim.version))),
        ),
        ...(await buildAmountOwedHistorySteps(ctx, row, `Not payable: ${claim.void_reason}`, "Payable")),
        ...tell(ctx, row, "is payable after all", "It will be on a statement again."),
      ],
      { id: claim.id },
    );
  },
});
