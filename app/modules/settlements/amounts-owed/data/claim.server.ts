import { and, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { amountOwed, company, job, tripTicket } from "#db/schema";
import { formatMoney } from "~/lib/money/money";
import { buildHistorySteps } from "~/modules/history/shared/history.server";
import { formatTicketLabel } from "~/modules/trip-tickets/rules/load-labels";
import { visibleTicketsQuery } from "~/modules/trip-tickets/shared/access.server";
import type { CompanyActor } from "~/web/actor";
import type { Ctx, ReadCtx, Step } from "~/web/procedure";
import { forbidden, notFound } from "~/web/refusal";
import { getClaimStatus } from "../../rules/claim-status";
import { getPayProblemMessage } from "../../rules/problem-words";
import { getStoredServiceName } from "../../rules/services";
import { visibleSettlementsQuery } from "../../shared/access.server";
import { readPayer, requireSettlements } from "../../shared/payer.server";

const c = amountOwed;
const payer = alias(company, "payer");
const receiver = alias(company, "receiver");

/** Return the amount owed for one service on a load (a "claim"), if the acting company may see it; otherwise 404. */
export async function requireVisibleAmountOwed(ctx: ReadCtx, id: number) {
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
      is_seen: sql<number>`${visibleTicketsQuery(ctx.actor)}`,
    })
    .from(c)
    .innerJoin(payer, eq(payer.id, c.paying_company_id))
    .innerJoin(receiver, eq(receiver.id, c.receiving_company_id))
    .innerJoin(tripTicket, eq(tripTicket.id, c.trip_ticket_id))
    .innerJoin(job, eq(job.id, c.job_id))
    .where(and(eq(c.id, id), visibleSettlementsQuery(ctx.actor)));
  if (!row) throw notFound();
  return row;
}
export type ClaimRow = Awaited<ReturnType<typeof requireVisibleAmountOwed>>;

/**
 * Check whether the acting company may settle as the payer: it is the payer, or it requested the job and the payer has
 * no users.
 */
export async function canActAsPayer(ctx: ReadCtx, { payer, job }: ClaimRow): Promise<boolean> {
  const me = ctx.actor.company.id;
  if (payer.id === me) return true;
  if (job.requester !== me) return false;
  return readPayer(ctx, payer.id).then(
    () => true,
    () => false,
  );
}

/**
 * Return an amount owed for which the acting company may act as payer: 404 if it may not see the amount, 403 if it sees
 * the amount but isn't its payer.
 */
export async function requirePayerAmountOwed(ctx: ReadCtx, id: number): Promise<ClaimRow> {
  const row = await requireVisibleAmountOwed(ctx, id);
  if (!(await canActAsPayer(ctx, row))) throw forbidden(`Only ${row.payer.name} can do this.`);
  await requireSettlements(ctx);
  return row;
}

/** Return the data of an amount owed that its pages show. */
export const toAmountOwedPageData = ({ claim, payer, receiver, ticket, job, is_seen }: ClaimRow) => ({
  id: claim.id,
  version: claim.version,
  ticket_id: is_seen ? ticket.id : null,
  number: ticket.number,
  job: job.name,
  service: getStoredServiceName(claim.settlement_type_id),
  payer: payer.name,
  receiver: receiver.name,
  amount: claim.due_cents === null ? null : formatMoney(claim.due_cents),
  problem: claim.problem && getPayProblemMessage(claim.problem, claim.wood_unit_type_id),
  status: getClaimStatus(claim),
});

/**
 * Return steps that add an entry about an amount owed to its job's history, readable by the payer, the payee, and the
 * job's requester.
 */
export const buildAmountOwedHistorySteps = (
  ctx: Ctx<CompanyActor>,
  { claim, payer, receiver, ticket, job }: ClaimRow,
  saved: string | null,
  updated: string,
): Promise<Step[]> =>
  buildHistorySteps(ctx, { uid: job.uid, jobId: job.id, ticketId: null }, [
    {
      activity: "job_updated",
      details: {
        diffs: [
          {
            key: `${formatTicketLabel(ticket.number)}, ${getStoredServiceName(claim.settlement_type_id)}: ${payer.name} pays ${receiver.name}`,
            saved,
            updated,
            readers: [payer.id, receiver.id],
          },
        ],
      },
    },
  ]);
