import { sql } from "drizzle-orm";
import { z } from "zod";
import { jsonListSql } from "#db/json-list";
import { prepareQuery } from "#db/prepared.server";
import { job, tripTicket } from "#db/schema";
import { jobParty } from "#db/views";
import { wakeRunner } from "~/lib/queue/waking.server";
import { createTextSchema } from "~/lib/text/input";
import { procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { ticketsVisibleToCompanyQuery } from "../../shared/access.server";
import { formatPartyName, readJobHaulers } from "../../shared/job-parties.server";
import { startBulkAction } from "./bulk.server";

const MAX_BOXES = 100;

const ME = sql.placeholder("me");
/** Find the jobs of the given loads that the company sees, and check whether the company runs each job. */
const findJobs = prepareQuery((read) =>
  read
    .selectDistinct({
      id: tripTicket.job_id,
      office: sql<number>`EXISTS (SELECT 1 FROM ${job} j WHERE j.id = ${tripTicket.job_id} AND j.request_user_company_id = ${ME})
        OR EXISTS (SELECT 1 FROM ${jobParty} p WHERE p.job_id = ${tripTicket.job_id} AND p.company_id = ${ME} AND p.is_land_manager)`,
    })
    .from(tripTicket)
    .where(
      sql`${tripTicket.id} IN ${jsonListSql(sql.placeholder("ids"))} AND ${ticketsVisibleToCompanyQuery(ME)}`,
    ),
);

/**
 * List the haulers that may be assigned to the given loads in the ticket list: all haulers of jobs that the acting
 * company runs; on other jobs only the acting company, so that other haulers aren't revealed.
 */
export const listAssignableHaulers = procedure({
  name: "listAssignableHaulers",
  may: "trip_ticket.read",
  input: z.strictObject({ ids: z.array(z.number().int().positive()).max(MAX_BOXES) }),
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
    return [...new Map(haulers.map((p) => [p.company_id, formatPartyName(p)]))]
      .map(([value, label]) => ({ value, label }))
      .sort((a, b) => a.label.localeCompare(b.label, "en"));
  },
});

/**
 * Assign a hauler to the loads checked on a page of the list. It runs the same action as the selection page: Available
 * loads become Claimed, and each load that can't be assigned gets a reason. Tickets selected on other pages stay
 * selected.
 */
export const assignHaulerToLoads = procedure({
  name: "assignHaulerToLoads",
  may: "trip_ticket.read",
  input: z.strictObject({
    ids: z.array(z.number().int().positive()).max(MAX_BOXES).default([]),
    hauler_company_id: z.number("Choose a hauler").int().positive("Choose a hauler"),
    seen_at: createTextSchema(24).optional(),
    /** Fields that the list's form also sends, for its other buttons. */
    shown: createTextSchema(1_600).optional(),
    back: z.string().max(4_000).default(""),
  }),
  async run(ctx, { ids, hauler_company_id, seen_at }) {
    if (ids.length === 0) throw invalid({ ids: ["Select the loads to assign first."] });
    const begun = await startBulkAction.run(ctx, { act: "assignment", ids, hauler_company_id, seen_at });
    wakeRunner();
    return begun;
  },
});
