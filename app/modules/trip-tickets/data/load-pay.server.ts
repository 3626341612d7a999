import { eq, getTableColumns, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { prepareQuery } from "#db/prepared.server";
import { amountOwed, company, settlementLine, settlementStatement } from "#db/schema";
import { hasPermission } from "~/lib/access/crew-permissions";
import { formatMoney } from "~/lib/money/money";
import { getClaimStatus } from "~/modules/settlements/rules/claim-status";
import { formatClaim } from "~/modules/settlements/rules/claim-words";
import { getPayProblemMessage } from "~/modules/settlements/rules/problem-words";
import { getStoredServiceName } from "~/modules/settlements/rules/services";
import { visibleSettlementsOfCompanyQuery } from "~/modules/settlements/shared/access.server";
import { CLAIM_TERMS } from "~/modules/settlements/shared/claim-terms.server";
import { visibleClaimColumns } from "~/modules/settlements/shared/visible-claim.server";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import type { TicketRow } from "../shared/ticket-row.server";

const payer = alias(company, "payer");
const receiver = alias(company, "receiver");

const { posted_lines, posted_cents } = visibleClaimColumns(sql.placeholder("company"));
const AS_SEEN = { posted_lines, posted_cents };

/** Find the amounts owed for a ticket that a company sees, each with its latest statement. */
const findClaims = prepareQuery((read) =>
  read
    .select({
      claim: { ...getTableColumns(amountOwed), ...AS_SEEN },
      terms: CLAIM_TERMS,
      payer: payer.name,
      receiver: receiver.name,
      rate_version: sql<number>`(SELECT rate_version FROM job WHERE id = ${amountOwed.job_id})`,
      statement: sql<number | null>`(SELECT max(${settlementStatement.id}) FROM ${settlementLine}
        JOIN ${settlementStatement} ON ${settlementStatement.id} = ${settlementLine.settlement_statement_id}
        WHERE ${settlementLine.amount_owed_id} = ${amountOwed.id}
          AND ${settlementStatement.posted_at} IS NOT NULL AND ${settlementStatement.status_type_id} <> 3)`,
    })
    .from(amountOwed)
    .innerJoin(payer, eq(payer.id, amountOwed.paying_company_id))
    .innerJoin(receiver, eq(receiver.id, amountOwed.receiving_company_id))
    .where(
      sql`${amountOwed.trip_ticket_id} = ${sql.placeholder("ticket")}
        AND ${visibleSettlementsOfCompanyQuery(sql.placeholder("company"))}`,
    ),
);

/** One line of a load's pay, as formatted text. */
export type LoadPayLine = {
  id: number;
  service: string;
  /** "Huron Timber pays Otto Logging". */
  between: string;
  /** "27.412 tons at $12.50 per ton"; null if no rate applies or the reader may not see it. */
  how: string | null;
  amount: string | null;
  /** Reason that the amount is missing. */
  problem: string | null;
  /** "Unpaid", "Paid", or the pending state. */
  status: string;
  /**
   * Link for the payer to mark the amount as not payable, or as payable again; null for other readers, and for an
   * amount on a statement.
   */
  payable: { href: string; label: string } | null;
  /** Link to hand over the load's problem to a company that can resolve it. */
  leave: string | null;
  /** Statement that contains the amount, for the payer and the payee. */
  statement: number | null;
};

/** Pay of a load as shown to one company. `keeps_rates` is true for the job's requester, which also maintains the rates. */
export type TicketPay = { lines: LoadPayLine[]; keeps_rates: boolean };

/**
 * Return a load's pay. A payee or a payer gets the amounts that it is paid or pays, and the job's requesting company
 * gets all amounts. Null if there is nothing to show, or if the user doesn't handle settlements.
 */
export async function readTicketPay(ctx: Ctx<CompanyActor>, row: TicketRow): Promise<TicketPay | null> {
  const { permissions } = ctx.actor;
  if (!hasPermission(permissions, "settlement.read")) return null;
  const me = ctx.actor.company.id;
  const claims = await findClaims(ctx.read, { ticket: row.trip_ticket.id, company: me });
  const lines = claims
    .filter(({ claim }) => claim.due_cents !== 0 || claim.posted_lines > 0 || claim.voided_at !== null)
    .sort(
      (a, b) =>
        a.claim.settlement_type_id - b.claim.settlement_type_id || a.receiver.localeCompare(b.receiver),
    )
    .map(({ claim, terms, statement, rate_version, ...names }) => ({
      id: claim.id,
      service: getStoredServiceName(claim.settlement_type_id),
      between: `${names.payer} pays ${names.receiver}`,
      how: hasPermission(permissions, "job_rate.read")
        ? formatClaim({ ...claim, ...terms }, row.trip_ticket)
        : null,
      amount: claim.due_cents === null ? null : formatMoney(claim.due_cents),
      problem: claim.problem && getPayProblemMessage(claim.problem, claim.wood_unit_type_id),
      status: claim.rate_version < rate_version ? "Being recalculated." : getClaimStatus(claim),
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
