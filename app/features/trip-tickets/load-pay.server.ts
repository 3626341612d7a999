import { eq, getTableColumns, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { prepared } from "#db/prepared.server";
import { company, settlementLine, settlementStatement, tripTicketSettlement } from "#db/schema";
import { settlementsVisibleToCompany } from "~/core/settling/access.server";
import { CLAIM_TERMS } from "~/core/settling/claim-terms.server";
import { claimAsSeenBy } from "~/core/settling/visible-claim.server";
import type { TicketRow } from "~/core/tickets/ticket-row.server";
import { may } from "~/domain/access/crew-permissions";
import { formatMoney } from "~/domain/money/money";
import { claimStatus } from "~/domain/settling/claim-status";
import { claimWords } from "~/domain/settling/claim-words";
import { problemWords } from "~/domain/settling/problem-words";
import { serviceOf } from "~/domain/settling/services";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";

const payer = alias(company, "payer");
const receiver = alias(company, "receiver");

const { posted_lines, posted_cents } = claimAsSeenBy(sql.placeholder("company"));
const AS_SEEN = { posted_lines, posted_cents };

/** The claims of a ticket that a company sees, with the statement on which each stood last. */
const findClaims = prepared((read) =>
  read
    .select({
      claim: { ...getTableColumns(tripTicketSettlement), ...AS_SEEN },
      terms: CLAIM_TERMS,
      payer: payer.name,
      receiver: receiver.name,
      rate_epoch: sql<number>`(SELECT rate_epoch FROM job WHERE id = ${tripTicketSettlement.job_id})`,
      statement: sql<number | null>`(SELECT max(${settlementStatement.id}) FROM ${settlementLine}
        JOIN ${settlementStatement} ON ${settlementStatement.id} = ${settlementLine.settlement_statement_id}
        WHERE ${settlementLine.trip_ticket_settlement_id} = ${tripTicketSettlement.id}
          AND ${settlementStatement.posted_at} IS NOT NULL AND ${settlementStatement.status_type_id} <> 3)`,
    })
    .from(tripTicketSettlement)
    .innerJoin(payer, eq(payer.id, tripTicketSettlement.paying_company_id))
    .innerJoin(receiver, eq(receiver.id, tripTicketSettlement.receiving_company_id))
    .where(
      sql`${tripTicketSettlement.trip_ticket_id} = ${sql.placeholder("ticket")}
        AND ${settlementsVisibleToCompany(sql.placeholder("company"))}`,
    ),
);

/** One line of a load's pay, in words. */
export type LoadPay = {
  id: number;
  service: string;
  /** "Huron Timber pays Otto Logging". */
  between: string;
  /** "27.412 tons at $12.50 per ton"; null without a rate that applies and may be seen. */
  how: string | null;
  amount: string | null;
  /** Why it has no amount. */
  problem: string | null;
  /** "Unpaid", "Paid", or what of it waits. */
  status: string;
  /** Where its payer says that it isn't payable, or is after all; null for others, and for what stands on a statement. */
  payable: { href: string; label: string } | null;
  /** Where what it lacks is left with who can end it. */
  leave: string | null;
  /** The statement on which it stands, for who pays and who is paid. */
  statement: number | null;
};

/** A load's pay as one company is told it; who requested the job also keeps its rates. */
export type PayOfLoad = { lines: LoadPay[]; keeps_rates: boolean };

/**
 * What a load pays: for a receiver and a payer their own claims, for the job's requesting company all of them, for
 * everyone else none. Null where there is nothing to say, or for people who don't handle settlements.
 */
export async function payOfLoad(ctx: Ctx<CompanyActor>, row: TicketRow): Promise<PayOfLoad | null> {
  const { permissions } = ctx.actor;
  if (!may(permissions, "settlement.read")) return null;
  const me = ctx.actor.company.id;
  const found = await findClaims(ctx.read, { ticket: row.trip_ticket.id, company: me });
  const lines = found
    .filter(({ claim }) => claim.due_cents !== 0 || claim.posted_lines > 0 || claim.voided_at !== null)
    .sort(
      (a, b) =>
        a.claim.settlement_type_id - b.claim.settlement_type_id || a.receiver.localeCompare(b.receiver),
    )
    .map(({ claim, terms, statement, rate_epoch, ...names }) => ({
      id: claim.id,
      service: serviceOf(claim.settlement_type_id),
      between: `${names.payer} pays ${names.receiver}`,
      how: may(permissions, "job_rate.read") ? claimWords({ ...claim, ...terms }, row.trip_ticket) : null,
      amount: claim.due_cents === null ? null : formatMoney(claim.due_cents),
      problem: claim.problem && problemWords(claim.problem, claim.wood_unit_type_id),
      status: claim.rate_epoch < rate_epoch ? "Being recalculated." : claimStatus(claim),
      payable:
        me === claim.paying_company_id && permissions.settlement.update && claim.posted_cents === 0
          ? {
              href: `/settlements/claims/${claim.id}/payable`,
              label: claim.voided_at === null ? "Mark not payable" : "Pay it after all",
            }
          : null,
      leave: claim.problem === null ? null : `/settlements/claims/${claim.id}/handover`,
      statement: [claim.paying_company_id, claim.receiving_company_id].includes(me) ? statement : null,
    }));
  if (lines.length === 0) return null;
  return { lines, keeps_rates: me === row.job.request_user_company_id };
}
