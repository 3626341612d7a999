import { and, asc, desc, eq, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { company } from "#db/schema";
import { listRoleNames, pickRoles } from "~/lib/access/company-roles";
import { listOutput } from "~/web/output";
import { procedure } from "~/web/procedure";
import { notFound } from "~/web/refusal";
import { COMPANY_FILTERS, createAdminListInput } from "../rules/lists";
import { buildContainsCondition, parseTypedId } from "./part.server";
import { readSubscription, subscriptionOutput } from "./subscriptions.server";

const HAS_PEOPLE = sql`EXISTS (SELECT 1 FROM crew f JOIN crew_member m ON m.crew_id = f.id
  WHERE f.company_id = company.id AND f.is_deleted = 0)`;

/** Counts per company, computed only for the companies on the page. */
export const COMPANY_COUNT_COLUMNS = {
  employee_count: sql<number>`(SELECT count(DISTINCT m.user_id) FROM crew f JOIN crew_member m ON m.crew_id = f.id
    WHERE f.company_id = company.id AND f.is_deleted = 0)`,
  job_creator_count: sql<number>`(SELECT count(DISTINCT j.creator_user_id) FROM job j
    WHERE j.request_user_company_id = company.id AND j.is_deleted = 0 AND j.is_sample = 0)`,
  /** Number of loads hauled, as counted last night (`countSiteTask`). */
  trip_tickets_hauled: sql<number>`(SELECT coalesce(sum(m.value), 0) FROM metric_month m
    WHERE m.company_id = company.id AND m.metric = 'hauled')`,
  features: sql<string>`(SELECT coalesce(json_group_array(a.feature_id), '[]') FROM company_feature_access a
    WHERE a.company_id = company.id AND a.is_active = 1)`,
};

const companyShape = {
  id: z.number().int(),
  name: z.string(),
  city: z.string().nullable(),
  roles: z.array(z.string()),
  is_professional: z.boolean(),
  is_contact: z.boolean().describe("Added by another company; no one from it has joined."),
  is_deleted: z.boolean(),
  employee_count: z.number().int(),
  job_creator_count: z.number().int(),
  trip_tickets_hauled: z.number().int().describe("As of last night."),
  feature_ids: z.array(z.number().int()).describe("Those that are active: 1, 2, 3."),
  created_at: z.string(),
};
const companyListOutput = listOutput("companies", z.strictObject(companyShape));

const FIELDS = { company, ...COMPANY_COUNT_COLUMNS, has_people: HAS_PEOPLE.mapWith(Boolean) };
type Found = {
  company: typeof company.$inferSelect;
  has_people: boolean;
  employee_count: number;
  job_creator_count: number;
  trip_tickets_hauled: number;
  features: string;
};

const shown = ({ company: c, has_people, features, ...counts }: Found) => ({
  id: c.id,
  name: c.name,
  city: c.city,
  roles: listRoleNames(pickRoles(c)),
  is_professional: c.is_professional,
  is_contact: c.creator_company_id !== null && !has_people,
  is_deleted: c.is_deleted,
  ...counts,
  feature_ids: z.array(z.number()).parse(JSON.parse(features)).sort(),
  created_at: c.created_at,
});

/** All companies of the site, a page at a time; for super users. */
export const listAllCompanies = procedure({
  name: "listAllCompanies",
  audience: "super",
  input: z.strictObject(createAdminListInput(COMPANY_FILTERS)),
  output: companyListOutput,
  async run(ctx, { q, show = "all", sort, take, skip }) {
    const now = ctx.now.toISOString();
    const trials = sql`company.id IN (SELECT a.company_id FROM company_feature_access a
      WHERE a.is_active = 1 AND a.expires_at > ${now})`;
    const which: SQL | undefined = {
      all: undefined,
      joined: HAS_PEOPLE,
      contacts: and(isNotNull(company.creator_company_id), sql`NOT ${HAS_PEOPLE}`),
      trials,
      deleted: undefined,
    }[show];
    const where = and(
      eq(company.is_deleted, show === "deleted"),
      q ? or(buildContainsCondition(sql`${company.name}`, q), eq(company.id, parseTypedId(q))) : undefined,
      which,
    );
    const order = sort === "name" ? [asc(company.name), asc(company.id)] : [desc(company.id)];
    const [counted] = await ctx.read.select({ n: sql<number>`count(*)` }).from(company).where(where);
    const ids = ctx.read
      .select({ id: company.id })
      .from(company)
      .where(where)
      .orderBy(...order)
      .limit(take === -1 ? 1_000_000 : take)
      .offset(skip);
    const rows = await ctx.read
      .select(FIELDS)
      .from(company)
      .where(inArray(company.id, ids))
      .orderBy(...order);
    return { companies: rows.map(shown), meta: { total: counted?.n ?? 0, skip, take } };
  },
});

/** Alias of `listAllCompanies` for its other URL. */
export const listSkynetCompanies = { ...listAllCompanies, name: "listSkynetCompanies" };

/** Return a company and its subscription status, for the operators' programs. */
export const getCompanySubscriptionStatus = procedure({
  name: "getCompanyStanding",
  audience: "super",
  input: z.strictObject({ company_id: z.number().int() }),
  output: z.strictObject({ company: z.strictObject(companyShape), subscription: subscriptionOutput }),
  async run(ctx, { company_id }) {
    const [row] = await ctx.read.select(FIELDS).from(company).where(eq(company.id, company_id));
    if (!row) throw notFound("We couldn't find that company.");
    return { company: shown(row), subscription: await readSubscription(ctx.read, row.company) };
  },
});
