import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { prepared } from "#db/prepared.server";
import { jobFile } from "#db/schema";
import { asksAgain, CONTRACTS, rolesText } from "~/core/jobs/contracts";
import { type VisibleJob, visibleJob } from "~/core/jobs/standing.server";
import { notJoined } from "~/core/noted/join-links.server";
import { seesJobMoney } from "~/core/settling/job-money.server";
import { isActive } from "~/domain/jobs/job-status";
import { describeLand } from "~/domain/plss/plss";
import { formatDate } from "~/domain/time/time";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden, NO_FLAG } from "~/web/refusal";
import { jobDoors, jobTabs } from "./tabs";
import { readWork } from "./work-read.server";

const input = z.strictObject({ id: z.number().int() });

const stateOf = (job: { is_sample: boolean; job_status_id: number }) =>
  job.is_sample ? "Sample job" : isActive(job) ? "Active" : "Inactive";

const underWay = new WeakMap<CompanyActor, { id: number; found: Promise<VisibleJob> }>();

/** The job as it may be seen. A request's frame and page ask for it side by side: while one reads it, the other doesn't. */
function seenJob(ctx: Ctx<CompanyActor>, id: number): Promise<VisibleJob> {
  const reading = underWay.get(ctx.actor);
  if (reading?.id === id) return reading.found;
  const found = visibleJob(ctx, id).finally(() => underWay.delete(ctx.actor));
  underWay.set(ctx.actor, { id, found });
  return found;
}

/**
 * The head above each of a job's pages: its name, its status, its pages, and what needs an answer. Each page asks for its
 * own flag; the head is shown with any of them, and shows only the name to people who can't read jobs.
 */
export const getJobHead = procedure({
  name: "getJobHead",
  input,
  async run(ctx, { id }) {
    const found = await seenJob(ctx, id);
    const { job, standing, rights, mine } = found;
    const active = isActive(job);
    const reads = ctx.actor.permissions.job.read;
    // These three are what the company is to the job, whatever a person's crew may do.
    const { see_map, see_history, office, ...flagged } = rights;
    const pays = await seesJobMoney(ctx, found);
    if (!reads && !pays && !Object.values(flagged).some(Boolean)) throw forbidden(NO_FLAG);
    return {
      id,
      name: job.name,
      state: reads ? [stateOf(job), job.contract_number].filter(Boolean).join(" · ") : "",
      pending: standing.pending,
      contract_changed: mine ? asksAgain(mine) : false,
      may_answer: rights.answer,
      may_create: active && rights.add_ticket,
      tabs: jobTabs(
        jobDoors(rights, reads, !standing.pending && ctx.actor.permissions.trip_ticket.read, pays),
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

const findPlan = prepared((read) =>
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

/** A job's overview: a pending company and a mill see less of it (decisions, section 2). */
export const getJob = procedure({
  name: "getJobPage",
  may: "job.read",
  input,
  async run(ctx, { id }) {
    const found = await seenJob(ctx, id);
    const { job, standing, rights, mine } = found;
    const { on } = standing;
    const named = (ids: readonly number[]) =>
      found.companies.filter((c) => ids.includes(c.company_id)).map((c) => c.name);
    const joining = rights.see_companies
      ? await notJoined(
          ctx,
          found.companies.map((c) => c.company_id),
        )
      : [];
    const [plan] = await findPlan(ctx.read, { id });
    return {
      id,
      name: job.name,
      me: found.me,
      version: job.version,
      is_sample: job.is_sample,
      contract_number: job.contract_number,
      active: isActive(job),
      pending: standing.pending,
      start: formatDate(job.start_date),
      end: job.end_date ? formatDate(job.end_date) : null,
      requester: found.requester,
      county: on ? `${found.county}, ${found.stusps}` : null,
      land: on ? describeLand({ ...job, meridian: found.meridian }) : null,
      place: on && job.latitude !== null ? `${job.latitude}, ${job.longitude}` : null,
      /** Where its weather is: the pin, else the middle of the county. */
      weather_at: on ? weatherPlace(found) : null,
      harvest_notification_number: on ? job.harvest_notification_number : null,
      log_brand: on ? job.log_brand : null,
      on,
      plan_map: rights.see_files && plan ? plan : null,
      work: await readWork(ctx, found),
      /** Companies that have not answered, and those whose contact has not joined, for who sees the companies. */
      waiting: {
        answers: rights.see_companies
          ? named(found.companies.filter((c) => c.accepted_at === null).map((c) => c.company_id))
          : [],
        joins: named(joining.map((row) => row.company_id)),
      },
      my_roles: mine ? rolesText(mine) : null,
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
