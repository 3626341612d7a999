import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { settlementStatement, tripTicketSettlement } from "#db/schema";
import type { CompanyActor } from "~/web/actor";

/**
 * Who sees a claim (docs/settlements.md, "Who sees what"): who pays, who is paid, and the company that requested the
 * job. Every read, total, filter, count and file of claims starts in this condition on `trip_ticket_settlement`.
 */
export const settlementsVisibleTo = ({ company }: CompanyActor): SQL =>
  settlementsVisibleToCompany(company.id);

/** The same for a company by its id, which may be a placeholder of a prepared query. */
export function settlementsVisibleToCompany(company: number | Placeholder): SQL {
  const c = tripTicketSettlement;
  return sql`(${c.paying_company_id} = ${company} OR ${c.receiving_company_id} = ${company}
    OR EXISTS (SELECT 1 FROM job j WHERE j.id = ${c.job_id} AND j.request_user_company_id = ${company}))`;
}

/**
 * Who sees a statement, its lines and its payments: who pays and who made it, and once it is posted who is paid. The
 * company that requested a job does not as such: a statement may cover other jobs.
 */
export function statementsVisibleTo({ company }: CompanyActor): SQL {
  const s = settlementStatement;
  return sql`((${s.receiving_company_id} = ${company.id} AND ${s.posted_at} IS NOT NULL)
    OR ${company.id} IN (${s.paying_company_id}, ${s.made_by_company_id}))`;
}
