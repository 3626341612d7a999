import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Read } from "#db/client.server";
import { jsonListSql } from "#db/json-list";
import { type PreparableQuery, prepareQuery } from "#db/prepared.server";
import { company, job, usCounty, usState } from "#db/schema";
import { escapeLike } from "~/lib/text/text";
import { formatDate } from "~/lib/time/time";
import { createHistoryFormat } from "~/modules/history/shared/words.server";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { readJobWork } from "../data/list-work.server";
import type { JobWork } from "../rules/list-work";
import { answeredJobsCondition, isOnJobSql, PLACEHOLDER_ACTOR } from "./access.server";

export const JOBS_PAGE_SIZE = 10;
/** Maximum number of invitations shown above the job list; further ones are in the list. */
const MAX_PENDING = 20;

export const JOB_SORTS = ["name", "contract_number", "start_date", "job_status_id", "created_at"] as const;
export type JobSort = (typeof JOB_SORTS)[number];

const searched = {
  name: z.string().trim().max(100).optional(),
  contract_number: z.string().trim().max(100).optional(),
  sort: z.enum(JOB_SORTS).default("created_at"),
  descending: z.boolean().optional(),
};

/** LIKE pattern for a part of a text; wildcard characters are escaped. */
const like = (part: string) => `%${escapeLike(part)}%`;
const has = (column: typeof job.name | typeof job.contract_number, part: string | undefined) =>
  part ? sql`${column} LIKE ${like(part)} ESCAPE '\\'` : undefined;

const ME = PLACEHOLDER_ACTOR.company.id;
const PENDING = sql<number>`EXISTS (SELECT 1 FROM job_membership s WHERE s.job_id = ${job.id} AND s.company_id = ${ME} AND s.accepted_at IS NULL)`;

/** SQL condition for jobs that the company is invited to and has not answered: only a few of all the jobs it sees. */
const INVITES = sql`${job.id} IN (SELECT c.job_id FROM company_job c WHERE c.company_id = ${ME} AND c.is_pending = 1)`;

/** Return the requested sort direction, or by default newest first for dates and A to Z for names. */
export const isDescending = (sort: JobSort, asked: boolean | undefined) =>
  asked ?? (sort === "created_at" || sort === "start_date");

const orderOf = (sort: JobSort, descending: boolean | undefined): SQL[] => [
  isDescending(sort, descending) ? desc(job[sort]) : asc(job[sort]),
  asc(job.id),
];

/** Shape of a job search: its conditions and its order. */
type JobShape = {
  name: boolean;
  contract_number: boolean;
  statuses: boolean;
  sort: JobSort;
  descending: boolean;
  /** Read from the end of the list if the end is nearer, since skipped rows are read too. */
  backwards: boolean;
};

const asked = (column: typeof job.name | typeof job.contract_number, name: string) =>
  sql`${column} LIKE ${sql.placeholder(name)} ESCAPE '\\'`;
const asksFor = (shape: Pick<JobShape, "name" | "contract_number">) => [
  shape.name ? asked(job.name, "name") : undefined,
  shape.contract_number ? asked(job.contract_number, "contract_number") : undefined,
];
const ANSWERED = answeredJobsCondition(PLACEHOLDER_ACTOR);
const STATUSES = jsonListSql(sql.placeholder("statuses"));
const TAKE_SKIP = sql`LIMIT ${sql.placeholder("take")} OFFSET ${sql.placeholder("skip")}`;

/** SQL for the job ids of a page in the order stored by the database, newest first. It reads no job rows. */
const keptIds = ({ statuses, backwards }: JobShape): SQL =>
  sql`(SELECT c.job_id FROM company_job c WHERE c.company_id = ${ME} AND c.is_pending = 0
    ${statuses ? sql`AND c.status IN ${STATUSES}` : sql``}
    ORDER BY ${sql.raw(backwards ? "c.created_at, c.job_id DESC" : "c.created_at DESC, c.job_id")} ${TAKE_SKIP})`;

/** True if the list is in stored order: no search, newest first. */
const isKept = (shape: JobShape) =>
  !shape.name && !shape.contract_number && shape.sort === "created_at" && shape.descending;

/**
 * SQL for the job ids of a page in any other order. Other columns are read afterward, so that sorting doesn't include
 * them.
 */
const sortedIds = (where: SQL | undefined, order: SQL[]): SQL =>
  sql`(SELECT ${job.id} FROM ${job} WHERE ${where} ORDER BY ${sql.join(order, sql`, `)} ${TAKE_SKIP})`;

const selectRows = (read: Read, ids: SQL, order: SQL[]) =>
  read
    .select({
      id: job.id,
      name: job.name,
      contract_number: job.contract_number,
      county: usCounty.name,
      us_county_id: job.us_county_id,
      latitude: job.latitude,
      longitude: job.longitude,
      stusps: usState.stusps,
      start_date: job.start_date,
      job_status_id: job.job_status_id,
      requester: company.name,
      pending: PENDING,
      /**
       * False for a company that only receives the wood; it may read only the job's number and dates
       * (docs/domain.md#who-sees-a-job).
       */
      on: isOnJobSql(PLACEHOLDER_ACTOR),
    })
    .from(job)
    .innerJoin(usCounty, eq(usCounty.id, job.us_county_id))
    .innerJoin(usState, eq(usState.id, job.us_state_id))
    .innerJoin(company, eq(company.id, job.request_user_company_id))
    .where(sql`${job.id} IN ${ids}`)
    .orderBy(...order);

/** Build the query for each requested shape once. */
function byJobShape<T>(build: (read: Read, shape: JobShape) => PreparableQuery<T>) {
  const map = new Map<string, ReturnType<typeof prepareQuery<T>>>();
  return (read: Read, shape: JobShape, values: Record<string, unknown>): Promise<T[]> => {
    const key = JSON.stringify(Object.values(shape));
    const query = map.get(key) ?? prepareQuery((of: Read) => build(of, shape));
    map.set(key, query);
    return query(read, values);
  };
}

/**
 * Read the number of jobs by status, as stored by the database (db/derived-jobs.sql). With a search, jobs are counted
 * instead.
 */
const findAll = prepareQuery((read) =>
  read
    .select({ status: sql<number>`c.status`, n: sql<number>`c.n` })
    .from(sql`company_job_count c`)
    .where(sql`c.company_id = ${ME} AND c.is_pending = 0 AND c.n > 0`),
);
const findFitting = byJobShape((read, shape) =>
  read
    .select({ status: job.job_status_id, n: sql<number>`count(*)` })
    .from(job)
    .where(and(ANSWERED, ...asksFor(shape)))
    .groupBy(job.job_status_id),
);
const findRows = byJobShape((read, shape) =>
  selectRows(
    read,
    isKept(shape)
      ? keptIds(shape)
      : sortedIds(
          and(
            ANSWERED,
            ...asksFor(shape),
            shape.statuses ? sql`${job.job_status_id} IN ${STATUSES}` : undefined,
          ),
          orderOf(shape.sort, shape.descending),
        ),
    orderOf(shape.sort, shape.descending),
  ),
);
const NEWEST = orderOf("created_at", true);
const findInvited = byJobShape((read, shape) =>
  selectRows(read, sortedIds(and(INVITES, ...asksFor(shape)), NEWEST), NEWEST),
);

/**
 * List the jobs that the acting company may see, ten a page. Jobs that the company is invited to and has not answered
 * come first.
 */
export const listJobs = procedure({
  name: "listJobs",
  may: "job.read",
  input: z.strictObject({
    page: z.number().int().min(0).max(100_000).default(0),
    ...searched,
    status_ids: z.array(z.number().int()).max(10).optional(),
  }),
  async run(ctx, { page: asked, sort, descending, ...input }) {
    const shape: JobShape = {
      name: Boolean(input.name),
      contract_number: Boolean(input.contract_number),
      statuses: Boolean(input.status_ids?.length),
      sort,
      descending: isDescending(sort, descending),
      backwards: false,
    };
    const statuses = input.status_ids?.length ? input.status_ids : null;
    const values = {
      me: ctx.actor.company.id,
      name: like(input.name ?? ""),
      contract_number: like(input.contract_number ?? ""),
      statuses: JSON.stringify(statuses ?? []),
    };
    const isSearched = shape.name || shape.contract_number;
    const counts = await (isSearched
      ? findFitting(ctx.read, shape, values)
      : findAll(ctx.read, { me: values.me }));
    // Add up the counts here, because another count query would read all matching rows again.
    const total = counts.reduce(
      (sum, { status, n }) => sum + (statuses?.includes(status) === false ? 0 : n),
      0,
    );
    // If the requested page is beyond the end of the list, show the last page.
    const page = Math.min(asked, Math.max(0, Math.ceil(total / JOBS_PAGE_SIZE) - 1));
    const skip = page * JOBS_PAGE_SIZE;
    const take = Math.min(JOBS_PAGE_SIZE, Math.max(0, total - skip));
    const after = total - skip - take;
    const backwards = isKept(shape) && after < skip;
    const [rows, invited] = await Promise.all([
      findRows(ctx.read, { ...shape, backwards }, { ...values, take, skip: backwards ? after : skip }),
      page === 0 ? findInvited(ctx.read, shape, { ...values, take: MAX_PENDING, skip: 0 }) : [],
    ]);
    const work = await readJobWork(
      ctx,
      rows.map((row) => row.id),
    );
    type Row = (typeof rows)[number];
    const shown = ({ on, us_county_id, latitude, longitude, ...r }: Row) => ({
      ...r,
      county: on ? `${r.county}, ${r.stusps}` : null,
      pending: Boolean(r.pending),
      start: formatDate(r.start_date),
    });
    return {
      total,
      page,
      sort,
      descending: isDescending(sort, descending),
      rows: rows.map((row) => ({
        ...shown(row),
        /** Location of the job, for users who may see it. */
        place: row.on ? placeOf(row) : null,
        work: workWords(ctx, work.get(row.id)),
      })),
      counts,
      pending: invited.map(shown),
    };
  },
});

const placeOf = (row: { us_county_id: number; latitude: number | null; longitude: number | null }) => ({
  us_county_id: row.us_county_id,
  latitude: row.latitude,
  longitude: row.longitude,
});

/** Format a job's work and its last load for display. */
const workWords = (ctx: Ctx<CompanyActor>, work: JobWork | undefined) =>
  work
    ? {
        ...work,
        last: work.last && {
          at: work.last.at,
          text: createHistoryFormat(ctx).instant(work.last.at, work.last.zone),
        },
      }
    : null;

const ANY_JOB: JobShape = {
  name: false,
  contract_number: false,
  statuses: false,
  sort: "created_at",
  descending: true,
  backwards: false,
};

/** List the jobs that the acting company is invited to and has not answered, newest first, for the dashboard. */
export const listInvitations = procedure({
  name: "listInvitations",
  input: z.strictObject({}),
  async run(ctx) {
    if (!ctx.actor.permissions.job.read) return { invitations: [] };
    const rows = await findInvited(ctx.read, ANY_JOB, {
      me: ctx.actor.company.id,
      take: MAX_PENDING,
      skip: 0,
    });
    return { invitations: rows.map(({ id, name, requester }) => ({ id, name, requester })) };
  },
});

export const jobSearch = { ...searched, has, orderOf };
