import { and, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { company, job, tripTicket, tripTicketSettlement } from "#db/schema";
import { historySteps } from "~/core/history/history.server";
import { settlementsVisibleTo } from "~/core/settling/access.server";
import { needsSettlements, payerOf } from "~/core/settling/payer.server";
import { ticketsVisibleTo } from "~/core/tickets/access.server";
import { formatMoney } from "~/domain/money/money";
import { claimStatus } from "~/domain/settling/claim-status";
import { problemWords } from "~/domain/settling/problem-words";
import { serviceOf } from "~/domain/settling/services";
import { ticketLabel } from "~/domain/tickets/load-labels";
import type { CompanyActor } from "~/web/actor";
import type { Ctx, Reading, Step } from "~/web/procedure";
import { forbidden, missing } from "~/web/refusal";

const c = tripTicketSettlement;
const payer = alias(company, "payer");
const receiver = alias(company, "receiver");

/** What a load pays for one service, as the acting company may see it; else 404. */
export async function visibleClaim(ctx: Reading, id: number) {
  const [row] = await ctx.read
    .select({
      claim: c,
      payer: { id: payer.id, name: payer.name },
      receiver: { id: receiver.id, name: receiver.name },
      ticket: {
        id: tripTicket.id,
        number: tripTicket.trip_ticket_number,
        hauler_company_id: tripTicket.hauler_company_id,
      },
      job: { id: job.id, uid: job.uid, name: job.name, requester: job.request_user_company_id },
      is_seen: sql<number>`${ticketsVisibleTo(ctx.actor)}`,
    })
    .from(c)
    .innerJoin(payer, eq(payer.id, c.paying_company_id))
    .innerJoin(receiver, eq(receiver.id, c.receiving_company_id))
    .innerJoin(tripTicket, eq(tripTicket.id, c.trip_ticket_id))
    .innerJoin(job, eq(job.id, c.job_id))
    .where(and(eq(c.id, id), settlementsVisibleTo(ctx.actor)));
  if (!row) throw missing();
  return row;
}
export type ClaimRow = Awaited<ReturnType<typeof visibleClaim>>;

/** Whether the acting company settles for who pays: it is the payer, or requested the job of a payer without people. */
export async function paysFor(ctx: Reading, { payer, job }: ClaimRow): Promise<boolean> {
  const me = ctx.actor.company.id;
  if (payer.id === me) return true;
  if (job.requester !== me) return false;
  return payerOf(ctx, payer.id).then(
    () => true,
    () => false,
  );
}

/** A claim to say something about as its payer: 404 for who may not see it, 403 for who only is paid. */
export async function payersClaim(ctx: Reading, id: number): Promise<ClaimRow> {
  const row = await visibleClaim(ctx, id);
  if (!(await paysFor(ctx, row))) throw forbidden(`Only ${row.payer.name} can do this.`);
  await needsSettlements(ctx);
  return row;
}

/** What the pages of a claim say of it. */
export const claimShown = ({ claim, payer, receiver, ticket, job, is_seen }: ClaimRow) => ({
  id: claim.id,
  version: claim.version,
  ticket_id: is_seen ? ticket.id : null,
  number: ticket.number,
  job: job.name,
  service: serviceOf(claim.settlement_type_id),
  payer: payer.name,
  receiver: receiver.name,
  amount: claim.due_cents === null ? null : formatMoney(claim.due_cents),
  problem: claim.problem && problemWords(claim.problem, claim.wood_unit_type_id),
  status: claimStatus(claim),
});

/** What happens to a claim stands in its job's history, for who pays, who is paid, and the job's requester. */
export const claimHistory = (
  ctx: Ctx<CompanyActor>,
  { claim, payer, receiver, ticket, job }: ClaimRow,
  saved: string | null,
  updated: string,
): Promise<Step[]> =>
  historySteps(ctx, { uid: job.uid, jobId: job.id, ticketId: null }, [
    {
      activity: "job_updated",
      details: {
        diffs: [
          {
            key: `${ticketLabel(ticket.number)}, ${serviceOf(claim.settlement_type_id)}: ${payer.name} pays ${receiver.name}`,
            saved,
            updated,
            readers: [payer.id, receiver.id],
          },
        ],
      },
    },
  ]);
