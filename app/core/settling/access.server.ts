import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { settlementStatement, tripTicketSettlement } from "#db/schema";
import type { CompanyActor } from "~/web/actor";

/**
 * Who sees a claim (docs/settlements.md, "Who sees what"): who pays, who is paid, and the company that requested the
 * job. Every read, total, filter, count and file of claims starts in this condition on `trip_ticket_settlement`.
 */
export const settlementsVisibleTo = ({ company }: CompanyActor): SQL =>
  settlementsVisibleToCompany(company.id);

/**
 * Whether a claim is settled here: what was earned before its payer began is settled elsewhere, and is neither open nor
 * waited for, unless it stands on a statement.
 */
export const isSettledHere: SQL = sql`(${tripTicketSettlement.posted_lines} > 0 OR ${tripTicketSettlement.earned_on} >=
  coalesce((SELECT z.starts_on FROM settlement_setting z WHERE z.company_id = ${tripTicketSettlement.paying_company_id}), ''))`;

/**
 * The same for a company by its id, which may be a placeholder of a prepared query. It is for claims that something else
 * finds; the plus keeps a query from starting in it, as it would walk through all claims. To start in it is `claimEnds`.
 */
export function settlementsVisibleToCompany(company: number | Placeholder): SQL {
  const c = tripTicketSettlement;
  return sql`(+${c.paying_company_id} = ${company} OR +${c.receiving_company_id} = ${company}
    OR EXISTS (SELECT 1 FROM job j WHERE j.id = ${c.job_id} AND j.request_user_company_id = ${company}))`;
}

/**
 * What a company sees of all claims, from its three indexed ends, each claim once: what it pays; what it is paid by
 * others; what is between two others on the jobs that it requested. `select` says what of each is wanted, `where` what
 * else must be true of it on `trip_ticket_settlement`; the ends are put together by UNION ALL. Where only claims that lack
 * something are wanted, `lacking` says so, as those of a job have an index of their own.
 */
export function claimEnds({ company }: CompanyActor, select: SQL, where: SQL, lacking = false): SQL {
  const c = tripTicketSettlement;
  const me = company.id;
  const ofJobs = (more: SQL) => sql`FROM job j CROSS JOIN ${c} WHERE j.request_user_company_id = ${me}
    AND ${c.job_id} = j.id AND ${more} AND +${c.receiving_company_id} <> ${me}`;
  const ends = [
    sql`FROM ${c} WHERE ${c.paying_company_id} = ${me}`,
    sql`FROM ${c} WHERE ${c.receiving_company_id} = ${me} AND +${c.paying_company_id} <> ${me}`,
    // Of a requested job what others pay, on both sides of the company's own id, so that its own is not read again.
    ...(lacking
      ? [ofJobs(sql`+${c.paying_company_id} <> ${me}`)]
      : [sql`<`, sql`>`].map((side) => ofJobs(sql`${c.paying_company_id} ${side} ${me}`))),
  ];
  return sql.join(
    ends.map((end) => sql`SELECT ${select} ${end} AND ${where}`),
    sql` UNION ALL `,
  );
}

/**
 * Who sees a statement, its lines and its payments: who pays and who made it, and once it is posted who is paid. The
 * company that requested a job does not as such: a statement may cover other jobs.
 */
export function statementsVisibleTo({ company }: CompanyActor): SQL {
  const s = settlementStatement;
  return sql`((+${s.receiving_company_id} = ${company.id} AND ${s.posted_at} IS NOT NULL)
    OR ${company.id} IN (${s.paying_company_id}, ${s.made_by_company_id}))`;
}

/** The statements that a company sees, from their indexed ends, each once, as `claimEnds`. */
export function statementEnds({ company }: CompanyActor, select: SQL, where: SQL): SQL {
  const s = settlementStatement;
  const me = company.id;
  const ends = [
    sql`${s.paying_company_id} = ${me}`,
    sql`${s.made_by_company_id} = ${me} AND +${s.paying_company_id} <> ${me}`,
    sql`${s.receiving_company_id} = ${me} AND ${s.posted_at} IS NOT NULL AND +${s.paying_company_id} <> ${me}
      AND +${s.made_by_company_id} <> ${me}`,
  ];
  return sql.join(
    ends.map((end) => sql`SELECT ${select} FROM ${s} WHERE ${end} AND ${where}`),
    sql` UNION ALL `,
  );
}
