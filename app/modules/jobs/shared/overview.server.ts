import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { prepareQuery } from "#db/prepared.server";
import { jobFile } from "#db/schema";
import { formatLand } from "~/lib/land-description/plss";
import { formatDate } from "~/lib/time/time";
import { readUnjoinedCompanies } from "~/modules/companies/shared/join-links.server";
import { canSeeJobMoney } from "~/modules/settlements/shared/job-money.server";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden, PERMISSION_MISSING_MESSAGE } from "~/web/refusal";
import { readJobWorkCard } from "../data/work-read.server";
import { CONTRACTS, formatRoles, needsReacceptance } from "../rules/contracts";
import { isActiveJob } from "../rules/job-status";
import { getJobPageAccess, listJobTabs } from "../rules/tabs";
import { requireVisibleJob, type VisibleJob } from "./authorize.server";

const input = z.strictObject({ id: z.number().int() });

const stateOf = (job: { is_sample: boolean; job_status_id: number }) =>
  job.is_sample ? "Sample job" : isActiveJob(job) ? "Active" : "Inactive";

const underWay = new WeakMap<CompanyActor, { id: number; found: Promise<VisibleJob> }>();

/**
 * Return the visible job. A request's layout and page load it in parallel, so the second call reuses the first call's
 * query.
 */
function seenJob(ctx: Ctx<CompanyActor>, id: number): Promise<VisibleJob> {
  const reading = underWay.get(ctx.actor);
  if (reading?.id === id) return reading.found;
  const match = requireVisibleJob(ctx, id).finally(() => underWay.delete(ctx.actor));
  underWay.set(ctx.actor, { id, found: match });
  return match;
}

/**
 * Read the header above each of a job's pages: its name, status, tabs, and the items that need an answer. Each page
 * requires its own permission, and any of these permissions shows the header. Users who can't read jobs see only the
 * name.
 */
export const getJobHeader = procedure({
  name: "getJobHeader",
  input,
  async run(ctx, { id }) {
    const match = await seenJob(ctx, id);
    const { job, standing, rights, mine } = match;
    const active = isActiveJob(job);
    const reads = ctx.actor.permissions.job.read;
    // These three flags depend on the company's role in the job, not on the user's crew.
    const { see_map, see_history, office, ...flagged } = rights;
    const pays = await canSeeJobMoney(ctx, match);
    if (!reads && !pays && !Object.values(flagged).some(Boolean)) throw forbidden(PERMISSION_MISSING_MESSAGE);
    return {
      id,
      name: job.name,
      state: reads ? [stateOf(job), job.contract_number].filter(Boolean).join(" · ") : "",
      pending: standing.pending,
      contract_changed: mine ? needsReacceptance(mine) : false,
      may_answer: rights.answer,
      may_create: active && rights.add_ticket,
      tabs: listJobTabs(
        getJobPageAccess(rights, reads, !standing.pending && ctx.actor.permissions.trip_ticket.read, pays),
      ),
    };
  },
});

function weatherPlace({ job, county, stusps, county_latitude, county_longitude, zone }: VisibleJob) {
  const { latitude, longitude } = job;
  return latitude === null || longitude === null
    ? { latitude: county_latitude, longitude: county_longitude, name: `${county}, ${stusps}`, zone }
    : { latitude, longitude, name: job.name, zone };
}

const findPlan = prepareQuery((read) =>
  read
    .select({ id: jobFile.id, name: jobFile.file_name })
    .from(jobFile)
    .where(
      and(
        eq(jobFile.job_id, sql.placeholder("id")),
        eq(jobFile.is_plan_map, true),
        sql`${jobFile.is_deleted} = 0`,
      ),
    )
    .limit(1),
);

/** Read a job's overview; a pending company and a mill see fewer fields (docs/domain.md#who-sees-a-job). */
export const getJob = procedure({
  name: "getJobPage",
  may: "job.read",
  input,
  async run(ctx, { id }) {
    const match = await seenJob(ctx, id);
    const { job, standing, rights, mine } = match;
    const { on } = standing;
    const named = (ids: readonly number[]) =>
      match.companies.filter((c) => ids.includes(c.company_id)).map((c) => c.name);
    const joining = rights.see_companies
      ? await readUnjoinedCompanies(
          ctx,
          match.companies.map((c) => c.company_id),
        )
      : [];
    const [plan] = await findPlan(ctx.read, { id });
    return {
      id,
      name: job.name,
      me: match.me,
      version: job.version,
      is_sample: job.is_sample,
      contract_number: job.contract_number,
      active: isActiveJob(job),
      pending: standing.pending,
      start: formatDate(job.start_date),
      end: job.end_date ? formatDate(job.end_date) : null,
      requester: match.requester,
      county: on ? `${match.county}, ${match.stusps}` : null,
      land: on ? formatLand({ ...job, meridian: match.meridian }) : null,
      place: on && job.latitude !== null ? `${job.latitude}, ${job.longitude}` : null,
      /** Location for the weather forecast: the job's pin, or the middle of its county if it has no pin. */
      weather_at: on ? weatherPlace(match) : null,
      harvest_notification_number: on ? job.harvest_notification_number : null,
      log_brand: on ? job.log_brand : null,
      on,
      plan_map: rights.see_files && plan ? plan : null,
      work: await readJobWorkCard(ctx, match),
      /**
       * Companies that have not answered the invitation, and companies whose contact has not joined; only for users who
       * may see the job's companies.
       */
      waiting: {
        answers: rights.see_companies
          ? named(match.companies.filter((c) => c.accepted_at === null).map((c) => c.company_id))
          : [],
        joins: named(joining.map((row) => row.company_id)),
      },
      my_roles: mine ? formatRoles(mine) : null,
      contracts:
        mine && rights.see_own_contract && !job.is_sample
          ? CONTRACTS.filter(({ flag }) => mine[flag]).map(({ role, label, name, file }) => ({
              role,
              label,
              name: mine[name],
              has_file: mine[file] !== null,
            }))
          : [],
      rights,
    };
  },
});
