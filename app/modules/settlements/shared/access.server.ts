import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { amountOwed, settlementStatement } from "#db/schema";
import type { CompanyActor } from "~/web/actor";

/**
 * Condition on `amount_owed` for the amounts that a company sees (docs/settlements.md#who-sees-what): as payer, as
 * payee, or as the company that requested the job. Every query, total, filter, count and file of amounts owed uses this
 * condition.
 */
export const visibleSettlementsQuery = ({ company }: CompanyActor): SQL =>
  visibleSettlementsOfCompanyQuery(company.id);

/**
 * True if an amount owed is settled in this app. An amount earned before its payer began to settle in this app counts
 * as settled elsewhere, neither open nor expected, unless it is on a statement.
 */
export const isSettledInApp: SQL = sql`(${amountOwed.posted_lines} > 0 OR ${amountOwed.earned_on} >=
  coalesce((SELECT z.starts_on FROM settlement_setting z WHERE z.company_id = ${amountOwed.paying_company_id}), ''))`;

/**
 * Condition like `visibleSettlementsQuery`, for a company ID that may be a placeholder of a prepared query. Use it
 * where another condition selects the amounts; the plus signs keep SQLite from starting with this condition, which
 * would scan all amounts. To select by company, use `selectVisibleClaims`.
 */
export function visibleSettlementsOfCompanyQuery(company: number | Placeholder): SQL {
  const c = amountOwed;
  return sql`(+${c.paying_company_id} = ${company} OR +${c.receiving_company_id} = ${company}
    OR EXISTS (SELECT 1 FROM job j WHERE j.id = ${c.job_id} AND j.request_user_company_id = ${company}))`;
}

/**
 * Select the amounts owed that a company sees, each once, with a UNION ALL of three indexed queries: amounts that it
 * pays, amounts that others pay it, and amounts between other companies on jobs that it requested. `select` lists the
 * columns, `where` further conditions on `amount_owed`. Set `lacking` to select only amounts with a problem, because a
 * job's amounts with a problem have their own index.
 */
export function selectVisibleClaims(
  { company }: CompanyActor,
  select: SQL,
  where: SQL,
  lacking = false,
): SQL {
  const c = amountOwed;
  const me = company.id;
  const ofJobs = (more: SQL) => sql`FROM job j CROSS JOIN ${c} WHERE j.request_user_company_id = ${me}
    AND ${c.job_id} = j.id AND ${more} AND +${c.receiving_company_id} <> ${me}`;
  const ends = [
    sql`FROM ${c} WHERE ${c.paying_company_id} = ${me}`,
    sql`FROM ${c} WHERE ${c.receiving_company_id} = ${me} AND +${c.paying_company_id} <> ${me}`,
    // On requested jobs, select payers with IDs below and above the company's own ID, so that the company's own
    // payments aren't read again.
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
 * Condition for the statements, lines and payments that a company sees: always as payer or maker, and as payee after
 * posting. The company that requested a job doesn't see them, because a statement may cover other jobs.
 */
export function visibleStatementsQuery({ company }: CompanyActor): SQL {
  const s = settlementStatement;
  return sql`((+${s.receiving_company_id} = ${company.id} AND ${s.posted_at} IS NOT NULL)
    OR ${company.id} IN (${s.paying_company_id}, ${s.prepared_by_company_id}))`;
}

/** Select the statements that a company sees, each once, with a UNION ALL of indexed queries like `selectVisibleClaims`. */
export function selectVisibleStatements({ company }: CompanyActor, select: SQL, where: SQL): SQL {
  const s = settlementStatement;
  const me = company.id;
  const ends = [
    sql`${s.paying_company_id} = ${me}`,
    sql`${s.prepared_by_company_id} = ${me} AND +${s.paying_company_id} <> ${me}`,
    sql`${s.receiving_company_id} = ${me} AND ${s.posted_at} IS NOT NULL AND +${s.paying_company_id} <> ${me}
      AND +${s.prepared_by_company_id} <> ${me}`,
  ];
  return sql.join(
    ends.map((end) => sql`SELECT ${select} FROM ${s} WHERE ${end} AND ${where}`),
    sql` UNION ALL `,
  );
}
