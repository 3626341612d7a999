import { desc, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { amountOwed, company, job, tripTicket } from "#db/schema";
import { trimmedField } from "~/lib/text/input";
import { formatDay } from "~/lib/time/time";
import { visibleTicketsQuery } from "~/modules/trip-tickets/shared/access.server";
import { procedure } from "~/web/procedure";
import { getServiceLabel } from "../../rules/services";
import { selectVisibleClaims, usesSettlements } from "../../shared/access.server";
import { hasMembers } from "../../shared/payer.server";
import { compareNeeds, getNeed, WAITS_FOR_OTHERS } from "../rules/needs";

const c = amountOwed;
const payer = alias(company, "payer");
const receiver = alias(company, "receiver");
/** Number of loads per reason on the first page, and on a page of its own. */
const A_FEW = 5;
export const PAGE_SIZE = 25;

/**
 * List loads that can't be paid yet, by reason: those that the company pays, is paid for, or that are of its jobs. A
 * user who maintains the rates is offered the next step; a payee only sees what it waits for.
 */
export const listNeeds = procedure({
  name: "listNeeds",
  may: "settlement.read",
  input: z.strictObject({
    problem: trimmedField(40).optional(),
    job_id: z.number().int().positive().optional(),
    page: z.number().int().min(0).max(100_000).default(0),
  }),
  async run(ctx, { problem, job_id, page }) {
    const me = ctx.actor.company.id;
    const lacking = (select: SQL, condition: SQL) =>
      selectVisibleClaims(
        ctx.actor,
        select,
        // A claim that lacks something has no amount due; the condition repeats the waiting index's expression so that
        // the index is used.
        sql`(${c.due_cents} IS NULL OR ${c.due_cents} <> ${c.posted_cents}) AND ${c.problem} ${condition} AND ${c.voided_at} IS NULL AND ${usesSettlements}
          ${job_id === undefined ? sql`` : sql`AND +${c.job_id} = ${job_id}`}`,
        true,
      );
    const counts = await ctx.read
      .select({ problem: sql<string>`problem`, n: sql<number>`count(*)` })
      .from(sql`(${lacking(sql`${c.problem} AS problem`, sql`IS NOT NULL`)})`)
      .groupBy(sql`problem`);
    const matches = counts.filter((group) => problem === undefined || group.problem === problem);
    const limit = problem === undefined ? A_FEW : PAGE_SIZE;
    const groups = await Promise.all(
      matches.sort(compareNeeds).map(async (group) => {
        const rows = await ctx.read
          .select({
            id: c.id,
            service: c.settlement_type_id,
            earned_on: c.earned_on,
            job_destination_id: c.job_destination_id,
            payer: payer.name,
            receiver: receiver.name,
            ticket_id: tripTicket.id,
            number: tripTicket.trip_ticket_number,
            is_seen: sql<number>`${visibleTicketsQuery(ctx.actor)}`,
            job_id: job.id,
            job: job.name,
            is_payer: sql<number>`${c.paying_company_id} = ${me}
              OR (${job.request_user_company_id} = ${me} AND NOT ${hasMembers(sql`${c.paying_company_id}`)})`,
            is_mine: sql<number>`${job.request_user_company_id} = ${me}`,
          })
          .from(c)
          .innerJoin(tripTicket, eq(tripTicket.id, c.trip_ticket_id))
          .innerJoin(job, eq(job.id, c.job_id))
          .innerJoin(payer, eq(payer.id, c.paying_company_id))
          .innerJoin(receiver, eq(receiver.id, c.receiving_company_id))
          .where(
            sql`${c.id} IN (SELECT id FROM (${lacking(sql`${c.id} AS id, ${c.earned_on} AS earned_on`, sql`= ${group.problem}`)}
              ORDER BY earned_on DESC, id DESC LIMIT ${limit} OFFSET ${problem === undefined ? 0 : page * PAGE_SIZE}))`,
          )
          .orderBy(desc(c.earned_on), desc(c.id));
        const { title, step } = getNeed(group.problem);
        return {
          problem: group.problem,
          count: group.n,
          title,
          loads: rows.map((row) => ({
            id: row.id,
            ticket_id: row.is_seen ? row.ticket_id : null,
            number: row.number,
            job: row.job,
            day: formatDay(row.earned_on),
            service: getServiceLabel(row.service),
            between: `${row.payer} pays ${row.receiver}`,
            is_payer: Boolean(row.is_payer) && ctx.actor.permissions.settlement.update,
            /** Companies that don't manage the rates may leave a problem to others, as may those waiting for a scale. */
            may_leave: !row.is_mine || WAITS_FOR_OTHERS.includes(group.problem),
            step: row.is_mine
              ? { label: step.label, href: step.href({ ...row, problem: group.problem }) }
              : null,
          })),
        };
      }),
    );
    return {
      groups,
      total: matches.reduce((sum, group) => sum + group.n, 0),
      one: problem ?? null,
      /** Job in the filter, named as on its loads. */
      job: job_id === undefined ? null : { id: job_id, name: groups[0]?.loads[0]?.job ?? null },
      page,
    };
  },
});
