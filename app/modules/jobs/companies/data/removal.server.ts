import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { job, jobCompany, jobHaulRate, jobProductRate, tripTicket } from "#db/schema";
import { formatCount } from "~/lib/text/text";
import { buildHistorySteps } from "~/modules/history/shared/history.server";
import { buildEndRatesSteps } from "~/modules/rates/shared/rate-steps.server";
import { UNDER_WAY_STATUS_IDS, UNFINISHED_STATUS_IDS } from "~/modules/trip-tickets/shared/status-sql.server";
import { expectOneRow } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { type Ctx, procedure } from "~/web/procedure";
import { notFound, unprocessable } from "~/web/refusal";
import { requireVersion, updateWithVersion } from "~/web/revise.server";
import { formatRoles } from "../../rules/contracts";
import { requireJobRight, type VisibleJob } from "../../shared/authorize.server";

const query = { job_id: z.number().int(), company_id: z.number("Choose a company").int() };

/** Count a job's loads that name a company, and the loads that the company is hauling now. */
async function loadsOf(ctx: Ctx, jobId: number, of: number) {
  const [row] = await ctx.read
    .select({
      any: sql<number>`count(*)`,
      busy: sql<number>`coalesce(sum(${tripTicket.hauler_company_id} = ${of} AND ${tripTicket.trip_ticket_status_id} IN ${UNDER_WAY_STATUS_IDS} AND ${tripTicket.is_deleted} = 0), 0)`,
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

/** SQL condition that the company isn't hauling any of the job's loads now; used by the write that removes the company. */
export const hasNoOpenLoadsSql = (jobId: number, of: number): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM trip_ticket t WHERE t.job_id = ${jobId} AND t.hauler_company_id = ${of} AND t.trip_ticket_status_id IN ${UNFINISHED_STATUS_IDS} AND t.is_deleted = 0 AND t.trip_ticket_status_id IN ${UNDER_WAY_STATUS_IDS})`;

const placeOn = (job: VisibleJob, of: number) => {
  const place = job.companies.find((c) => c.company_id === of);
  if (!place) throw notFound("This company isn't on the job.");
  return place;
};

const underWay = (name: string, loads: number) =>
  `${name} has ${formatCount(loads, "load")} under way. You can remove it once they're done.`;

/** Effects of removing a company from a job, for its confirm page. */
export const getCompanyRemoval = procedure({
  name: "getCompanyRemoval",
  input: z.strictObject(query),
  async run(ctx, input) {
    const job = await requireJobRight(ctx, input.job_id, "remove_company");
    const place = placeOn(job, input.company_id);
    const loads = await loadsOf(ctx, input.job_id, input.company_id);
    return {
      name: place.name,
      job: job.job.name,
      roles: formatRoles(place),
      version: place.version,
      refused: loads.busy ? underWay(place.name, loads.busy) : null,
      ...loads,
    };
  },
});

/**
 * Remove a company from a job. If the company has loads, it loses access to the job but keeps its tickets, and the
 * rates stay for its loads. A company without loads is removed with its rates (docs/domain.md#invitations).
 */
export const removeJobCompany = procedure({
  name: "removeJobCompany",
  input: z.strictObject({ ...query, version: z.number().int() }),
  output: idOutput,
  async run(ctx, input) {
    const visibleJob = await requireJobRight(ctx, input.job_id, "remove_company");
    const place = placeOn(visibleJob, input.company_id);
    const loads = await loadsOf(ctx, input.job_id, input.company_id);
    requireVersion(place, input.version, { name: place.name, version: place.version });
    if (loads.busy) throw unprocessable(underWay(place.name, loads.busy));
    const types = [place.is_cutter ? 1 : 0, place.is_skidder ? 2 : 0].filter(Boolean);
    const theirs = (table: typeof jobProductRate | typeof jobHaulRate) =>
      eq(table.receiving_company_id, place.company_id);
    const rates = loads.any
      ? { steps: [], diffs: [] }
      : await buildEndRatesSteps(ctx, visibleJob, {
          product: types.length
            ? and(theirs(jobProductRate), inArray(jobProductRate.job_product_rate_type_id, types))
            : undefined,
          haul: place.is_hauler ? theirs(jobHaulRate) : undefined,
        });
    return ctx.commit(
      [
        // If a load was claimed by or created for the company since, abort, so that the user reviews the load first.
        updateWithVersion(
          ctx,
          jobCompany,
          place,
          { removed_at: ctx.now.toISOString() },
          hasNoOpenLoadsSql(input.job_id, place.company_id),
          loads.any ? undefined : sql`NOT EXISTS (SELECT 1 ${loadsNaming(input.job_id, place.company_id)})`,
        ),
        ...rates.steps,
        expectOneRow(
          ctx.write
            .update(job)
            .set({ last_modified_at: ctx.now.toISOString() })
            .where(eq(job.id, input.job_id)),
        ),
        ...(await buildHistorySteps(ctx, visibleJob.subject, [
          {
            activity: "company_removed",
            details: { company: `${place.name} (${formatRoles(place)})${loads.any ? ", ended" : ""}` },
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
