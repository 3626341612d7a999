import { desc, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { amountOwed, company, job, tripTicket } from "#db/schema";
import { createTrimmedTextSchema } from "~/lib/text/input";
import { formatDay } from "~/lib/time/time";
import { visibleTicketsQuery } from "~/modules/trip-tickets/shared/access.server";
import { procedure } from "~/web/procedure";
import { getStoredServiceName } from "../../rules/services";
import { isSettledInApp, selectVisibleClaims } from "../../shared/access.server";
import { hasMembersCondition } from "../../shared/payer.server";
import { comparePayProblems, describePayProblem, PROBLEMS_OTHERS_RESOLVE } from "../rules/needs";

const c = amountOwed;
const payer = alias(company, "payer");
const receiver = alias(company, "receiver");
/** Maximum number of loads per reason: on the page of all reasons, and on a page of one reason. */
const A_FEW = 5;
export const PAGE_SIZE = 25;

/**
 * List loads that can't be paid yet, by reason: loads the company pays, is paid for, or requested. Users who manage the
 * rates get the next step; a payee only sees the reason.
 */
export const listUnpayableLoads = procedure({
  name: "listUnpayableLoads",
  may: "settlement.read",
  input: z.strictObject({
    problem: createTrimmedTextSchema(40).optional(),
    job_id: z.number().int().positive().optional(),
    page: z.number().int().min(0).max(100_000).default(0),
  }),
  async run(ctx, { problem, job_id, page }) {
    const me = ctx.actor.company.id;
    const lacking = (select: SQL, condition: SQL) =>
      selectVisibleClaims(
        ctx.actor,
        select,
        // A claim with a problem has no amount due. The condition repeats the expression of the index of waiting
        // claims, so that SQLite uses that index.
        sql`(${c.due_cents} IS NULL OR ${c.due_cents} <> ${c.posted_cents}) AND ${c.problem} ${condition} AND ${c.voided_at} IS NULL AND ${isSettledInApp}
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
      matches.sort(comparePayProblems).map(async (group) => {
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
              OR (${job.request_user_company_id} = ${me} AND NOT ${hasMembersCondition(sql`${c.paying_company_id}`)})`,
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
        const { title, step } = describePayProblem(group.problem);
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
            service: getStoredServiceName(row.service),
            between: `${row.payer} pays ${row.receiver}`,
            is_payer: Boolean(row.is_payer) && ctx.actor.permissions.settlement.update,
            /**
             * A company that doesn't manage the job's rates may hand over any problem. A company that manages them may
             * hand over only problems that others can resolve, such as a missing weight.
             */
            may_leave: !row.is_mine || PROBLEMS_OTHERS_RESOLVE.includes(group.problem),
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
      /** Job by which the page is filtered, with the job name that its loads show. */
      job: job_id === undefined ? null : { id: job_id, name: groups[0]?.loads[0]?.job ?? null },
      page,
    };
  },
});
