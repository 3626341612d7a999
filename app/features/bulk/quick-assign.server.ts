import { sql } from "drizzle-orm";
import { z } from "zod";
import { prepared } from "#db/prepared.server";
import { job, tripTicket } from "#db/schema";
import { jobParty } from "#db/views";
import { ticketsVisibleToCompany } from "~/core/tickets/access.server";
import { partyName, readJobHaulers } from "~/core/tickets/job-parties.server";
import { wakeWork } from "~/core/work/waking.server";
import { text } from "~/domain/text/input";
import { procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { startBulk } from "./bulk.server";

const MOST_BOXES = 100;

const ME = sql.placeholder("me");
/** The jobs of some loads that the company sees, and whether it runs them. */
const findJobs = prepared((read) =>
  read
    .selectDistinct({
      id: tripTicket.job_id,
      office: sql<number>`EXISTS (SELECT 1 FROM ${job} j WHERE j.id = ${tripTicket.job_id} AND j.request_user_company_id = ${ME})
        OR EXISTS (SELECT 1 FROM ${jobParty} p WHERE p.job_id = ${tripTicket.job_id} AND p.company_id = ${ME} AND p.is_land_manager)`,
    })
    .from(tripTicket)
    .where(
      sql`${tripTicket.id} IN (SELECT value FROM json_each(${sql.placeholder("ids")})) AND ${ticketsVisibleToCompany(ME)}`,
    ),
);

/**
 * The haulers that may be named on these loads, from the list itself: those of the jobs that the acting company runs; of
 * other jobs itself. Nobody learns from it who else hauls.
 */
export const listHaulers = procedure({
  name: "listHaulersToAssign",
  may: "trip_ticket.read",
  input: z.strictObject({ ids: z.array(z.number().int().positive()).max(MOST_BOXES) }),
  async run(ctx, { ids }) {
    if (!ctx.actor.permissions.trip_ticket.update || ids.length === 0) return [];
    const me = ctx.actor.company.id;
    const jobs = await findJobs(ctx.read, { me, ids: JSON.stringify(ids) });
    const run = new Set(jobs.filter((j) => j.office).map((j) => j.id));
    const named = await readJobHaulers(
      ctx.read,
      jobs.map((j) => j.id),
    );
    const haulers = named.filter((p) => run.has(p.job_id) || p.company_id === me);
    return [...new Map(haulers.map((p) => [p.company_id, partyName(p)]))]
      .map(([value, label]) => ({ value, label }))
      .sort((a, b) => a.label.localeCompare(b.label, "en"));
  },
});

/**
 * Assign a hauler to the loads that are ticked on a page of the list, in one press: the same act as on the page of a
 * selection, so it claims what waits, and each load that can't take the hauler says why. What is selected elsewhere stays as
 * it is.
 */
export const assignTicked = procedure({
  name: "assignTicked",
  may: "trip_ticket.read",
  input: z.strictObject({
    ids: z.array(z.number().int().positive()).max(MOST_BOXES).default([]),
    hauler_company_id: z.number("Choose a hauler").int().positive("Choose a hauler"),
    seen_at: text(24).optional(),
    /** What the list's own form sends along for its other buttons. */
    shown: text(1_600).optional(),
    back: z.string().max(4_000).default(""),
  }),
  async run(ctx, { ids, hauler_company_id, seen_at }) {
    if (ids.length === 0) throw invalid({ ids: ["Select the loads to assign first."] });
    const begun = await startBulk.run(ctx, { act: "assignment", ids, hauler_company_id, seen_at });
    wakeWork();
    return begun;
  },
});
