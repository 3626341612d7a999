import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { job, jobCompany, jobHaulRate, jobProductRate, tripTicket } from "#db/schema";
import { historySteps } from "~/core/history/history.server";
import { rolesText } from "~/core/jobs/contracts";
import { jobFor, type VisibleJob } from "~/core/jobs/standing.server";
import { endRates } from "~/core/rates/rate-steps.server";
import { NOT_ENDED, UNDER_WAY_IDS } from "~/core/tickets/status-sql.server";
import { count } from "~/domain/text/text";
import { mustHit } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { type Ctx, procedure } from "~/web/procedure";
import { missing, notNow } from "~/web/refusal";
import { asRead, revise } from "~/web/revise.server";

const asked = { job_id: z.number().int(), company_id: z.number("Choose a company").int() };

/** The loads of a job that name a company, and how many of them it hauls at this moment. */
async function loadsOf(ctx: Ctx, jobId: number, of: number) {
  const [row] = await ctx.read
    .select({
      any: sql<number>`count(*)`,
      busy: sql<number>`coalesce(sum(${tripTicket.hauler_company_id} = ${of} AND ${tripTicket.trip_ticket_status_id} IN ${UNDER_WAY_IDS} AND ${tripTicket.is_deleted} = 0), 0)`,
    })
    .from(tripTicket)
    .where(
      and(
        eq(tripTicket.job_id, jobId),
        sql`${of} IN (${tripTicket.cutter_company_id}, ${tripTicket.skidder_company_id}, ${tripTicket.hauler_company_id})`,
      ),
    );
  return { any: row?.any ?? 0, busy: row?.busy ?? 0 };
}

const loadsNaming = (jobId: number, of: number): SQL =>
  sql`FROM trip_ticket t WHERE t.job_id = ${jobId} AND ${of} IN (t.cutter_company_id, t.skidder_company_id, t.hauler_company_id)`;

/** A company that leaves a job isn't hauling any of its loads right now; for the write that takes it off the job. */
export const nothingUnderWay = (jobId: number, of: number): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM trip_ticket t WHERE t.job_id = ${jobId} AND t.hauler_company_id = ${of} AND t.trip_ticket_status_id IN ${NOT_ENDED} AND t.is_deleted = 0 AND t.trip_ticket_status_id IN ${UNDER_WAY_IDS})`;

const placeOn = (found: VisibleJob, of: number) => {
  const place = found.companies.find((c) => c.company_id === of);
  if (!place) throw missing("This company isn't on the job.");
  return place;
};

const underWay = (name: string, loads: number) =>
  `${name} has ${count(loads, "load")} under way. You can remove it once they're done.`;

/** What taking a company off a job means, for its confirm page. */
export const getCompanyRemoval = procedure({
  name: "getCompanyRemoval",
  input: z.strictObject(asked),
  async run(ctx, input) {
    const found = await jobFor(ctx, input.job_id, "remove_company");
    const place = placeOn(found, input.company_id);
    const loads = await loadsOf(ctx, input.job_id, input.company_id);
    return {
      name: place.name,
      job: found.job.name,
      roles: rolesText(place),
      version: place.version,
      refused: loads.busy ? underWay(place.name, loads.busy) : null,
      ...loads,
    };
  },
});

/**
 * Takes a company off a job. One with loads is ended: it loses the job and keeps its tickets, and the rates stay for
 * them. One without is removed, and its rates with it (spec 1, section 4).
 */
export const removeJobCompany = procedure({
  name: "removeJobCompany",
  input: z.strictObject({ ...asked, version: z.number().int() }),
  output: idOutput,
  async run(ctx, input) {
    const found = await jobFor(ctx, input.job_id, "remove_company");
    const place = placeOn(found, input.company_id);
    const loads = await loadsOf(ctx, input.job_id, input.company_id);
    asRead(place, input.version, { name: place.name, version: place.version });
    if (loads.busy) throw notNow(underWay(place.name, loads.busy));
    const types = [place.is_cutter ? 1 : 0, place.is_skidder ? 2 : 0].filter(Boolean);
    const theirs = (table: typeof jobProductRate | typeof jobHaulRate) =>
      eq(table.receiving_company_id, place.company_id);
    const rates = loads.any
      ? { steps: [], diffs: [] }
      : await endRates(ctx, found, {
          product: types.length
            ? and(theirs(jobProductRate), inArray(jobProductRate.job_product_rate_type_id, types))
            : undefined,
          haul: place.is_hauler ? theirs(jobHaulRate) : undefined,
        });
    return ctx.commit(
      [
        // A load that was claimed in between, or made for it, is looked at first.
        revise(
          ctx,
          jobCompany,
          place,
          { removed_at: ctx.now.toISOString() },
          nothingUnderWay(input.job_id, place.company_id),
          loads.any ? undefined : sql`NOT EXISTS (SELECT 1 ${loadsNaming(input.job_id, place.company_id)})`,
        ),
        ...rates.steps,
        mustHit(
          ctx.write
            .update(job)
            .set({ last_modified_at: ctx.now.toISOString() })
            .where(eq(job.id, input.job_id)),
        ),
        ...(await historySteps(ctx, found.subject, [
          {
            activity: "company_removed",
            details: { company: `${place.name} (${rolesText(place)})${loads.any ? ", ended" : ""}` },
          },
          ...(rates.diffs.length
            ? [{ activity: "job_updated" as const, details: { diffs: rates.diffs } }]
            : []),
        ])),
      ],
      { id: input.company_id },
    );
  },
});
