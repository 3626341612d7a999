import { desc, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { company, job, tripTicket, tripTicketSettlement } from "#db/schema";
import { claimEnds, isSettledHere } from "~/core/settling/access.server";
import { hasPeople } from "~/core/settling/payer.server";
import { ticketsVisibleTo } from "~/core/tickets/access.server";
import { serviceOf } from "~/domain/settling/services";
import { trimmed } from "~/domain/text/input";
import { formatDay } from "~/domain/time/time";
import { procedure } from "~/web/procedure";
import { inOrder, needOf, WAITS_FOR_OTHERS } from "./needs";

const c = tripTicketSettlement;
const payer = alias(company, "payer");
const receiver = alias(company, "receiver");
/** So many loads of a reason stand on the first page, and so many on a page of its own. */
const A_FEW = 5;
export const PAGE_SIZE = 25;

/**
 * Loads that cannot be paid yet, by their reason: those that the company pays, is paid for, or that are of its jobs. Who
 * keeps the rates is offered the next step; who is paid only sees what it waits for.
 */
export const listNeeds = procedure({
  name: "listNeeds",
  may: "settlement.read",
  input: z.strictObject({
    problem: trimmed(40).optional(),
    job_id: z.number().int().positive().optional(),
    page: z.number().int().min(0).max(100_000).default(0),
  }),
  async run(ctx, { problem, job_id, page }) {
    const me = ctx.actor.company.id;
    const lacking = (select: SQL, one: SQL) =>
      claimEnds(
        ctx.actor,
        select,
        // What lacks something is due nothing: said as the index of what a company waits for says it.
        sql`(${c.due_cents} IS NULL OR ${c.due_cents} <> ${c.posted_cents}) AND ${c.problem} ${one} AND ${c.voided_at} IS NULL AND ${isSettledHere}
          ${job_id === undefined ? sql`` : sql`AND +${c.job_id} = ${job_id}`}`,
        true,
      );
    const counts = await ctx.read
      .select({ problem: sql<string>`problem`, n: sql<number>`count(*)` })
      .from(sql`(${lacking(sql`${c.problem} AS problem`, sql`IS NOT NULL`)})`)
      .groupBy(sql`problem`);
    const asked = counts.filter((group) => problem === undefined || group.problem === problem);
    const limit = problem === undefined ? A_FEW : PAGE_SIZE;
    const groups = await Promise.all(
      asked.sort(inOrder).map(async (group) => {
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
            is_seen: sql<number>`${ticketsVisibleTo(ctx.actor)}`,
            job_id: job.id,
            job: job.name,
            is_payer: sql<number>`${c.paying_company_id} = ${me}
              OR (${job.request_user_company_id} = ${me} AND NOT ${hasPeople(sql`${c.paying_company_id}`)})`,
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
        const { title, step } = needOf(group.problem);
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
            service: serviceOf(row.service),
            between: `${row.payer} pays ${row.receiver}`,
            is_payer: Boolean(row.is_payer) && ctx.actor.permissions.settlement.update,
            /** Who doesn't keep the rates may leave it with others, and so may who waits for a scale. */
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
      total: asked.reduce((sum, group) => sum + group.n, 0),
      one: problem ?? null,
      /** The job that is asked for, by the name that its loads say. */
      job: job_id === undefined ? null : { id: job_id, name: groups[0]?.loads[0]?.job ?? null },
      page,
    };
  },
});
