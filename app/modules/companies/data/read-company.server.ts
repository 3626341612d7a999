import { and, count, countDistinct, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { companyLocation, crew, crewMember, job, tripTicket } from "#db/schema";
import { hasPermission, type Permission } from "~/lib/access/crew-permissions";
import { readCompanyFeatures } from "~/lib/access/features.server";
import { typedKeys } from "~/lib/object/records";
import { createTextSchema } from "~/lib/text/input";
import { listCertificationRequests } from "~/modules/certifications/shared/requests.server";
import { readUsableCertifications } from "~/modules/certifications/shared/usable.server";
import { listCrews } from "~/modules/people/shared/crews.server";
import { readPendingRequests } from "~/modules/people/shared/join-requests.server";
import { readVisibleLocations } from "~/modules/places/shared/locations.server";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import type { CompanyActor } from "~/web/actor";
import { requireAdmin } from "~/web/admin";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden, notFound } from "~/web/refusal";
import { companyDetailsOutput, featuresOutput } from "../rules/output";
import { readOwnCompany, toApiCompany } from "./edit-company.server";
import { readContractor } from "./works-for.server";

/** Related data that a client may request with a company, and the permission each requires. */
const PARTS = {
  company_location: "company_location.read",
  crews: "crew.read",
  crew_member_request: "crew_member.read",
  certifications: "certification.read",
  certification_requests: "certification.read",
  counts: "company.read",
} as const satisfies Record<string, Permission>;
type Part = keyof typeof PARTS;
const NAMES = typedKeys(PARTS);
const partsIn = (text: string | undefined) => (text ?? "").split(",").filter(Boolean);

/** Return the acting company with its subscription and features, and the data requested in `include`. */
export const readCompany = procedure({
  name: "readCompany",
  may: "company.read",
  input: z.strictObject({
    company_id: z.number().int(),
    include: createTextSchema(200)
      .refine(
        (names) => partsIn(names).every((part) => NAMES.some((name) => name === part)),
        `include knows: ${NAMES.join(", ")}`,
      )
      .optional(),
  }),
  output: companyDetailsOutput,
  async run(ctx, { company_id, include }) {
    if (company_id !== ctx.actor.company.id) throw notFound("We couldn't find that company.");
    const matches = NAMES.filter((name) => partsIn(include).includes(name));
    for (const name of matches)
      if (!hasPermission(ctx.actor.permissions, PARTS[name]))
        throw forbidden(`Your crew can't read ${name}.`);
    const row = await readOwnCompany(ctx);
    const parts = await Promise.all(matches.map(async (name) => [name, await READ[name](ctx)] as const));
    return {
      company: {
        ...toApiCompany(row),
        is_deleted: row.is_deleted,
        on_behalf_of_company: await readContractor(ctx.read, row.on_behalf_of_company_id),
        subscription: { is_active: row.is_professional },
        company_stripe_account: null,
        company_feature_access: await featuresToRead(ctx),
        ...(Object.fromEntries(parts.filter(([name]) => name !== "counts")) as Partial<Parts>),
        ...parts.find(([name]) => name === "counts")?.[1],
      },
    };
  },
});

type Parts = {
  [Name in Exclude<Part, "counts">]: Awaited<ReturnType<(typeof READ)[Name]>>;
} & Awaited<ReturnType<typeof READ.counts>>;

const READ = {
  company_location: (ctx: Ctx<CompanyActor>) =>
    readVisibleLocations(ctx, eq(companyLocation.company_id, ctx.actor.company.id)),
  crews: async (ctx: Ctx<CompanyActor>) => (await listCrews.run(ctx, {})).crews,
  async crew_member_request(ctx: Ctx<CompanyActor>) {
    requireAdmin(ctx.actor, "Only an admin of your company sees who asks to join.");
    return (await readPendingRequests(ctx)).map((r) => ({
      id: r.id,
      user: { id: r.user_id, first_name: r.first_name, last_name: r.last_name, email: r.email },
      created_at: r.created_at,
      accepted_at: null,
      rejected_at: null,
    }));
  },
  certifications: (ctx: Ctx<CompanyActor>) => readUsableCertifications(ctx),
  certification_requests: async (ctx: Ctx<CompanyActor>) =>
    (await listCertificationRequests.run(ctx, { take: -1, skip: 0 })).certification_requests,
  counts: companyCounts,
};

/** Count a company's users, users who have set up a job, and completed hauls. */
async function companyCounts(ctx: Ctx<CompanyActor>) {
  const me = ctx.actor.company.id;
  const [[people], [creators], [hauled]] = await Promise.all([
    ctx.read
      .select({ n: countDistinct(crewMember.user_id) })
      .from(crewMember)
      .innerJoin(crew, eq(crew.id, crewMember.crew_id))
      .where(and(eq(crew.company_id, me), eq(crew.is_deleted, false))),
    ctx.read
      .select({ n: countDistinct(job.creator_user_id) })
      .from(job)
      .where(and(eq(job.request_user_company_id, me), eq(job.is_deleted, false), eq(job.is_sample, false))),
    ctx.read
      .select({ n: count() })
      .from(sql`ticket_company tc`)
      .innerJoin(tripTicket, sql`${tripTicket.id} = tc.ticket_id`)
      .where(
        and(
          sql`tc.company_id = ${me} AND tc.status = ${STATUS.completed}`,
          eq(tripTicket.hauler_company_id, me),
        ),
      ),
  ]);
  return {
    employee_count: people?.n ?? 0,
    job_creator_count: creators?.n ?? 0,
    trip_tickets_hauled: hauled?.n ?? 0,
  };
}

const featuresToRead = async (ctx: Ctx<CompanyActor>) =>
  (await readCompanyFeatures(ctx)).map(({ feature_id, is_active, created_at, expires_at }) => ({
    feature_id,
    is_active,
    created_at,
    expires_at,
  }));

/** Return the acting company's features: bought ones, and trials with their end dates. */
export const listCompanyFeatures = procedure({
  name: "listCompanyFeatures",
  may: "company.read",
  input: z.strictObject({
    company_id: z.number().int(),
    request_user_company_id: z
      .number()
      .int()
      .optional()
      .describe("The acting company by another name; the same value."),
  }),
  output: featuresOutput,
  async run(ctx, { company_id, request_user_company_id: said }) {
    const me = ctx.actor.company.id;
    if (company_id !== me || (said !== undefined && said !== me))
      throw notFound("We couldn't find that company.");
    const company_feature_access = await featuresToRead(ctx);
    const { length } = company_feature_access;
    return { company_feature_access, meta: { total: length, skip: 0, take: length } };
  },
});
