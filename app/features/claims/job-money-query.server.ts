import { type SQL, sql } from "drizzle-orm";
import { tripTicketSettlement } from "#db/schema";
import { isSettledHere, settlementsVisibleTo } from "~/core/settling/access.server";
import type { Reading } from "~/web/procedure";
import type { MoneyAsked, MoneyState } from "./money-states";

const c = tripTicketSettlement;
/** The statuses of a posted statement: unpaid 1, paid 2. */
const UNPAID = 1;
const PAID = 2;

/** What of a claim stands on posted statements of a status; a draft is nothing yet. */
const onStatements = (what: SQL, status: number) =>
  sql`CASE WHEN ${c.posted_lines} = 0 THEN 0 ELSE (SELECT ${what} FROM settlement_line l
    CROSS JOIN settlement_statement st ON st.id = l.settlement_statement_id
    WHERE l.trip_ticket_settlement_id = ${c.id} AND st.posted_at IS NOT NULL AND st.status_type_id = ${status}) END`;
const CENTS = sql`coalesce(sum(l.amount_cents), 0)`;

/** The claims of a job that the acting company sees, each with what is paid of it and what stands on unpaid statements. */
export const jobClaims = (ctx: Reading, jobId: number): SQL =>
  sql`(SELECT ${c.id} AS id, ${c.paying_company_id} AS payer, ${c.receiving_company_id} AS receiver,
      ${c.settlement_type_id} AS service, ${c.earned_on} AS earned_on, ${c.due_cents} AS due, ${c.problem} AS problem,
      ${c.voided_at} AS voided, ${isSettledHere} AS here, ${c.paid_lines} AS paid_lines, ${onStatements(CENTS, PAID)} AS paid,
      ${onStatements(CENTS, UNPAID)} AS stated, ${onStatements(sql`count(*)`, UNPAID)} AS stated_lines
    FROM ${c} WHERE ${c.job_id} = ${jobId} AND ${settlementsVisibleTo(ctx.actor)})`;

/** Which claims are in a state. */
export const IN_STATE: Record<MoneyState, SQL> = {
  paid: sql`paid_lines > 0`,
  stated: sql`stated_lines > 0`,
  open: sql`(due IS NOT NULL AND voided IS NULL AND here AND due <> paid + stated)`,
  lacking: sql`(problem IS NOT NULL AND voided IS NULL AND here)`,
  not_payable: sql`voided IS NOT NULL`,
  elsewhere: sql`(voided IS NULL AND NOT here)`,
};

/** What a claim in a state comes to there. */
export const CENTS_OF: Record<MoneyState, SQL> = {
  paid: sql`paid`,
  stated: sql`stated`,
  open: sql`(due - paid - stated)`,
  lacking: sql`0`,
  not_payable: sql`coalesce(due, 0)`,
  elsewhere: sql`coalesce(due, 0)`,
};

/** What a list asks for of those claims. */
export function moneyWhere({ state, payer, receiver, service }: MoneyAsked): SQL {
  const parts = [
    sql`1`,
    ...(state === undefined ? [] : [IN_STATE[state]]),
    ...(payer === undefined ? [] : [sql`payer = ${payer}`]),
    ...(receiver === undefined ? [] : [sql`receiver = ${receiver}`]),
    ...(service === undefined ? [] : [sql`service = ${service}`]),
  ];
  return sql.join(parts, sql` AND `);
}
