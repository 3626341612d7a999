import { type SQL, sql } from "drizzle-orm";
import { amountOwed } from "#db/schema";
import type { ReadCtx } from "~/web/procedure";
import { isSettledInApp, visibleSettlementsQuery } from "../../shared/access.server";
import type { JobMoneyFilter, MoneyState } from "../rules/money-states";

const c = amountOwed;
/** Statuses of a posted statement: unpaid 1, paid 2. */
const UNPAID = 1;
const PAID = 2;

/** Amount on posted statements of the given status for one amount owed; drafts don't count. */
const onStatements = (what: SQL, status: number) =>
  sql`CASE WHEN ${c.posted_lines} = 0 THEN 0 ELSE (SELECT ${what} FROM settlement_line l
    CROSS JOIN settlement_statement st ON st.id = l.settlement_statement_id
    WHERE l.amount_owed_id = ${c.id} AND st.posted_at IS NOT NULL AND st.status_type_id = ${status}) END`;
const CENTS = sql`coalesce(sum(l.amount_cents), 0)`;

/**
 * Amounts owed on a job that the acting company sees, each with the part that is paid and the part on unpaid
 * statements.
 */
export const jobAmountsOwedQuery = (ctx: ReadCtx, jobId: number): SQL =>
  sql`(SELECT ${c.id} AS id, ${c.paying_company_id} AS payer, ${c.receiving_company_id} AS receiver,
      ${c.settlement_type_id} AS service, ${c.earned_on} AS earned_on, ${c.due_cents} AS due, ${c.problem} AS problem,
      ${c.voided_at} AS voided, ${isSettledInApp} AS here, ${c.paid_lines} AS paid_lines, ${onStatements(CENTS, PAID)} AS paid,
      ${onStatements(CENTS, UNPAID)} AS stated, ${onStatements(sql`count(*)`, UNPAID)} AS stated_lines
    FROM ${c} WHERE ${c.job_id} = ${jobId} AND ${visibleSettlementsQuery(ctx.actor)})`;

/** SQL conditions that select the amounts owed in each money state. */
export const MONEY_STATE_CONDITIONS: Record<MoneyState, SQL> = {
  paid: sql`paid_lines > 0`,
  stated: sql`stated_lines > 0`,
  open: sql`(due IS NOT NULL AND voided IS NULL AND here AND due <> paid + stated)`,
  lacking: sql`(problem IS NOT NULL AND voided IS NULL AND here)`,
  not_payable: sql`voided IS NOT NULL`,
  elsewhere: sql`(voided IS NULL AND NOT here)`,
};

/** SQL for the cents that an amount owed adds to each money state. */
export const MONEY_STATE_CENTS: Record<MoneyState, SQL> = {
  paid: sql`paid`,
  stated: sql`stated`,
  open: sql`(due - paid - stated)`,
  lacking: sql`0`,
  not_payable: sql`coalesce(due, 0)`,
  elsewhere: sql`coalesce(due, 0)`,
};

/** Build the SQL condition for a filtered list of a job's amounts owed. */
export function buildMoneyCondition({ state, payer, receiver, service }: JobMoneyFilter): SQL {
  const parts = [
    sql`1`,
    ...(state === undefined ? [] : [MONEY_STATE_CONDITIONS[state]]),
    ...(payer === undefined ? [] : [sql`payer = ${payer}`]),
    ...(receiver === undefined ? [] : [sql`receiver = ${receiver}`]),
    ...(service === undefined ? [] : [sql`service = ${service}`]),
  ];
  return sql.join(parts, sql` AND `);
}
