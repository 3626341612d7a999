import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { company, companyFeatureAccess, crew, crewMember, feature, job, user, usState } from "#db/schema";
import { UNDER_WAY_IDS } from "~/core/tickets/status-sql.server";
import { roleNames, rolesOf } from "~/domain/access/company-roles";
import { jobStatusName } from "~/domain/jobs/job-status";
import { formatPhone } from "~/domain/people/phone";
import { fullName } from "~/domain/text/text";
import { STATUS } from "~/domain/tickets/trip-ticket";
import { type Ctx, procedure } from "~/web/procedure";
import { missing } from "~/web/refusal";
import { actsOn } from "./acts.server";
import { COUNTS } from "./companies.server";
import { subscriptionOfAny } from "./subscriptions.server";
import { noteView } from "./viewed.server";

const PEOPLE_SHOWN = 50;
const JOBS_SHOWN = 10;

/** A company's row for those who run the site, the deleted as well; 404 if it doesn't exist. */
export async function anyCompany(ctx: Pick<Ctx, "read">, id: number) {
  const [row] = await ctx.read.select().from(company).where(eq(company.id, id));
  if (!row) throw missing("We couldn't find that company.");
  return row;
}

/** Loads of a company that are under way: while there are, it isn't deleted. */
export const loadsUnderWay = (id: number): SQL<number> => sql<number>`(SELECT count(*) FROM ticket_company tc
  WHERE tc.company_id = ${id} AND tc.status <> ${STATUS.completed}
    AND tc.status IN ${UNDER_WAY_IDS})`;

/** The features that there are, each with what a company has of it. */
export const featuresWithState = (ctx: Pick<Ctx, "read" | "now">, id: number) =>
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

/** A company as the people who run the site need to know it; that they looked is noted. */
export const getAnyCompany = procedure({
  name: "getAnyCompany",
  audience: "super",
  input: z.strictObject({ company_id: z.number().int() }),
  async run(ctx, { company_id: id }) {
    const row = await anyCompany(ctx, id);
    const one = eq(company.id, id);
    const [[counts], [where], features, people, jobs, [open], [into], acts, subscription] = await Promise.all(
      [
        ctx.read.select(COUNTS).from(company).where(one),
        ctx.read
          .select({ state: usState.stusps })
          .from(company)
          .leftJoin(usState, eq(usState.id, company.us_state_id))
          .where(one),
        featuresWithState(ctx, id),
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
        ctx.read.select({ n: loadsUnderWay(id) }).from(sql`(SELECT 1)`),
        ctx.read
          .select({ id: company.id, name: company.name })
          .from(company)
          .where(eq(company.id, row.joined_into_company_id ?? 0)),
        actsOn(ctx, { company: id }),
        subscriptionOfAny(ctx.read, row),
      ],
    );
    await noteView(ctx, { company: id });
    return {
      id,
      name: row.name,
      place: [row.city, where?.state].filter(Boolean).join(", "),
      phone: row.phone && formatPhone(row.phone),
      contact: [row.contact_first_name, row.contact_last_name, formatPhone(row.contact_phone_number ?? "")]
        .filter(Boolean)
        .join(" "),
      roles: roleNames(rolesOf(row)),
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
        name: fullName({ first_name, last_name }),
      })),
      jobs: jobs.map((j) => ({ ...j, status: jobStatusName(j.status) })),
      acts,
      subscription,
    };
  },
});
