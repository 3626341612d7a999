import { and, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { company, settlementLine, settlementStatement, tripTicketSettlement } from "#db/schema";
import { NOTICE } from "~/core/notices/notices";
import { notify } from "~/core/notices/notify.server";
import { serviceOf } from "~/domain/settling/services";
import { trimmed } from "~/domain/text/input";
import { ticketInSentence } from "~/domain/tickets/load-labels";
import { mustHit } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { procedure, type Reading } from "~/web/procedure";
import { invalid, notNow } from "~/web/refusal";
import { type ClaimRow, claimHistory, claimShown, payersClaim } from "./claim.server";

const c = tripTicketSettlement;
const at = { trip_ticket_settlement_id: z.number().int().positive() };

/** Why what a load pays can't be called not payable now; null where it can. */
async function whyPaid({ read }: Pick<Reading, "read">, { claim }: ClaimRow): Promise<string | null> {
  const s = settlementStatement;
  const [on] = await read
    .select({ number: s.number })
    .from(settlementLine)
    .innerJoin(s, eq(s.id, settlementLine.settlement_statement_id))
    .where(and(eq(settlementLine.trip_ticket_settlement_id, claim.id), sql`${s.status_type_id} <> 3`))
    .orderBy(desc(s.id))
    .limit(1);
  if (on && on.number === null) return "It's on a draft. Delete the draft first.";
  if (claim.posted_cents === 0) return null;
  return `It's on statement ${on?.number ?? ""}. Void that first, or correct the load: the next statement takes it back.`;
}

/** The company that a load's money was stated to before it moved to this one. */
async function statedTo(ctx: Pick<Reading, "read">, { claim }: ClaimRow): Promise<string | null> {
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

/** What the page says on which the payer says that a load is not payable, or is after all. */
export const getPayable = procedure({
  name: "getPayable",
  may: "settlement.read",
  input: z.strictObject(at),
  async run(ctx, input) {
    const row = await payersClaim(ctx, input.trip_ticket_settlement_id);
    return {
      ...claimShown(row),
      is_void: row.claim.voided_at !== null,
      why_not: await whyPaid(ctx, row),
      stated_to: await statedTo(ctx, row),
    };
  },
});

/** Word to who is paid, for those of its people who may read settlements. */
const tell = (
  ctx: Parameters<typeof notify>[0],
  { claim, payer, receiver, ticket }: ClaimRow,
  title: string,
  message: string,
) =>
  notify(ctx, {
    type: NOTICE.settlement,
    to: { company: receiver.id },
    title: `${payer.name}: ${serviceOf(claim.settlement_type_id).toLowerCase()} of ${ticketInSentence(ticket.number)} ${title}`,
    message,
    path: "/settlements/to-receive",
    group: `payable:${claim.id}`,
  });

/**
 * The payer says that it doesn't pay a load for a service, and why. Only while nothing of it stands on a statement; it is
 * left out of what is open, and the payee is told.
 */
export const setNotPayable = procedure({
  name: "setNotPayable",
  may: "settlement.update",
  input: z.strictObject({
    ...at,
    reason: trimmed(500, undefined, "Say why.").min(1, "Say why."),
  }),
  output: idOutput,
  async run(ctx, { reason, ...input }) {
    const row = await payersClaim(ctx, input.trip_ticket_settlement_id);
    if (row.claim.voided_at !== null) throw notNow("It's already marked as not payable.");
    const why = await whyPaid(ctx, row);
    if (why) throw notNow(why);
    const { claim } = row;
    return ctx.commit(
      [
        mustHit(
          ctx.write
            .update(c)
            .set({ voided_at: ctx.now.toISOString(), void_reason: reason, version: sql`${c.version} + 1` })
            .where(and(eq(c.id, claim.id), eq(c.version, claim.version), sql`${c.posted_cents} = 0`)),
        ),
        ...(await claimHistory(ctx, row, "Payable", `Not payable: ${reason}`)),
        ...tell(ctx, row, "is not payable", reason),
      ],
      { id: claim.id },
    );
  },
});

/** Takes that back: what the load is due is open again. */
export const setPayable = procedure({
  name: "setPayable",
  may: "settlement.update",
  input: z.strictObject(at),
  output: idOutput,
  async run(ctx, input) {
    const row = await payersClaim(ctx, input.trip_ticket_settlement_id);
    const { claim } = row;
    if (claim.voided_at === null) throw invalid({ "": ["It's already payable."] });
    return ctx.commit(
      [
        mustHit(
          ctx.write
            .update(c)
            .set({ voided_at: null, void_reason: null, version: sql`${c.version} + 1` })
            .where(and(eq(c.id, claim.id), eq(c.version, claim.version))),
        ),
        ...(await claimHistory(ctx, row, `Not payable: ${claim.void_reason}`, "Payable")),
        ...tell(ctx, row, "is payable after all", "It will be on a statement again."),
      ],
      { id: claim.id },
    );
  },
});
