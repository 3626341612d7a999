import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { company, companyFeatureAccess, crew, crewMember, feature, job, user, usState } from "#db/schema";
import { listRoleNames, pickRoles } from "~/lib/access/company-roles";
import { formatPhone } from "~/lib/text/phone";
import { formatFullName } from "~/lib/text/text";
import { jobStatusLabel } from "~/modules/jobs/rules/job-status";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import { UNDER_WAY_STATUS_IDS } from "~/modules/trip-tickets/shared/status-sql.server";
import { type Ctx, procedure } from "~/web/procedure";
import { notFound } from "~/web/refusal";
import { readAdminActionsAbout } from "./acts.server";
import { COMPANY_COUNT_COLUMNS } from "./companies.server";
import { readSubscription } from "./subscriptions.server";
import { recordAdminView } from "./viewed.server";

const PEOPLE_SHOWN = 50;
const JOBS_SHOWN = 10;

/** Read a company's row for the site's operators, including deleted ones; 404 if it doesn't exist. */
export async function readCompanyForAdmin(ctx: Pick<Ctx, "read">, id: number) {
  const [row] = await ctx.read.select().from(company).where(eq(company.id, id));
  if (!row) throw notFound("We couldn't find that company.");
  return row;
}

/** Build SQL for the number of a company's loads in progress; the company can't be deleted while there are any. */
export const buildOpenLoadCountSql = (
  id: number,
): SQL<number> => sql<number>`(SELECT count(*) FROM ticket_company tc
  WHERE tc.company_id = ${id} AND tc.status <> ${STATUS.completed}
    AND tc.status IN ${UNDER_WAY_STATUS_IDS})`;

/** All features, each with the company's access to it. */
export const readCompanyFeatureStates = (ctx: Pick<Ctx, "read" | "now">, id: number) =>
  ctx.read
    .select({
      id: feature.id,
      name: feature.name,
      is_active: sql<boolean>`coalesce(${companyFeatureAccess.is_active}, 0)`.mapWith(Boolean),
      expires_at: companyFeatureAccess.expires_at,
      had: sql<boolean>`${companyFeatureAccess.feature_id} IS NOT NULL`.mapWith(Boolean),
    })
    .from(feature)
    .leftJoin(
      companyFeatureAccess,
      and(eq(companyFeatureAccess.feature_id, feature.id), eq(companyFeatureAccess.company_id, id)),
    )
    .orderBy(feature.id);

/** Return the details of a company for the site's operators; the view is recorded. */
export const getCompanyForAdmin = procedure({
  name: "getCompanyForAdmin",
  audience: "super",
  input: z.strictObject({ company_id: z.number().int() }),
  async run(ctx, { company_id: id }) {
    const row = await readCompanyForAdmin(ctx, id);
    const condition = eq(company.id, id);
    const [[counts], [where], features, people, jobs, [open], [into], acts, subscription] = await Promise.all(
      [
        ctx.read.select(COMPANY_COUNT_COLUMNS).from(company).where(condition),
        ctx.read
          .select({ state: usState.stusps })
          .from(company)
          .leftJoin(usState, eq(usState.id, company.us_state_id))
          .where(condition),
        readCompanyFeatureStates(ctx, id),
        ctx.read
          .select({
            id: user.id,
            first_name: user.first_name,
            last_name: user.last_name,
            email: user.email,
            disabled_at: user.disabled_at,
            crews: sql<string>`group_concat(${crew.name}, ', ')`,
            is_admin: sql<boolean>`max(${crew.is_primary})`.mapWith(Boolean),
          })
          .from(crewMember)
          .innerJoin(crew, and(eq(crew.id, crewMember.crew_id), eq(crew.is_deleted, false)))
          .innerJoin(user, eq(user.id, crewMember.user_id))
          .where(eq(crew.company_id, id))
          .groupBy(user.id)
          .orderBy(desc(sql`max(${crew.is_primary})`), asc(user.first_name), asc(user.id))
          .limit(PEOPLE_SHOWN),
        ctx.read
          .select({ id: job.id, name: job.name, status: job.job_status_id })
          .from(job)
          .where(
            and(eq(job.request_user_company_id, id), eq(job.is_deleted, false), eq(job.is_sample, false)),
          )
          .orderBy(desc(job.id))
          .limit(JOBS_SHOWN),
        ctx.read.select({ n: buildOpenLoadCountSql(id) }).from(sql`(SELECT 1)`),
        ctx.read
          .select({ id: company.id, name: company.name })
          .from(company)
          .where(eq(company.id, row.merged_into_company_id ?? 0)),
        readAdminActionsAbout(ctx, { company: id }),
        readSubscription(ctx.read, row),
      ],
    );
    await recordAdminView(ctx, { company: id });
    return {
      id,
      name: row.name,
      place: [row.city, where?.state].filter(Boolean).join(", "),
      phone: row.phone && formatPhone(row.phone),
      contact: [row.contact_first_name, row.contact_last_name, formatPhone(row.contact_phone_number ?? "")]
        .filter(Boolean)
        .join(" "),
      roles: listRoleNames(pickRoles(row)),
      is_professional: row.is_professional,
      is_contact: row.creator_company_id !== null && people.length === 0,
      is_deleted: row.is_deleted,
      joined_into: into ?? null,
      created_at: row.created_at,
      version: row.version,
      employee_count: counts?.employee_count ?? 0,
      job_creator_count: counts?.job_creator_count ?? 0,
      trip_tickets_hauled: counts?.trip_tickets_hauled ?? 0,
      under_way: open?.n ?? 0,
      features: features.map((f) => ({
        ...f,
        runs: f.is_active && (f.expires_at === null || f.expires_at > ctx.now.toISOString()),
      })),
      people: people.map(({ first_name, last_name, ...p }) => ({
        ...p,
        name: formatFullName({ first_name, last_name }),
      })),
      jobs: jobs.map((j) => ({ ...j, status: jobStatusLabel(j.status) })),
      acts,
      subscription,
    };
  },
});
