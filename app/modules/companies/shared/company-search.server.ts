import { and, asc, count, eq, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { jsonListSql } from "#db/json-list";
import { company, companyLocation, usState } from "#db/schema";
import { buildClosestNameOrder } from "~/lib/access/closest-name.server";
import { pickRoles, ROLE_FLAGS, type RoleFlag } from "~/lib/access/company-roles";
import { companyCardsOutput } from "~/lib/access/output";
import { buildPartnersQuery } from "~/lib/access/partners.server";
import { escapeLike } from "~/lib/text/text";
import { pagingParams } from "~/web/paging";
import { type Ctx, procedure } from "~/web/procedure";
import { readCompanyIdentityFacts } from "./company-marks.server";
import { buildSearchableCondition, COMPANY_CARD_COLUMNS } from "./public-face.server";

const TYPES: [string, ...string[]] = ["is_all", ...ROLE_FLAGS];

/**
 * Search companies by part of a name and by role; return public profiles, closest name first, then partners, then by
 * name. `is_all` among the types means any role. With `include` of `location`, each company has its map locations.
 */
export const searchCompanies = procedure({
  name: "searchCompanies",
  audience: "known",
  input: z.strictObject({
    searchTerm: z.string().trim().max(100).optional(),
    type: z
      .array(z.enum(TYPES, `type knows: ${TYPES.join(", ")}`))
      .max(TYPES.length)
      .optional(),
    include: z.literal("location", "include knows: location").optional(),
    ...pagingParams,
  }),
  output: companyCardsOutput,
  async run(ctx, input) {
    const matches = ROLE_FLAGS.filter((flag) => input.type?.includes(flag));
    const where = and(buildSearchableCondition(ctx.actor), named(input.searchTerm), anyOf(matches));
    const [total] = await ctx.read.select({ n: count() }).from(company).where(where);
    const query = ctx.read
      .select(COMPANY_CARD_COLUMNS)
      .from(company)
      .leftJoin(usState, eq(usState.id, company.us_state_id))
      .where(where)
      .orderBy(
        ...(input.searchTerm ? [buildClosestNameOrder(company.name, input.searchTerm)] : []),
        ...buildPartnersFirstOrder(ctx.actor.company?.id),
        asc(company.name),
        asc(company.id),
      )
      .$dynamic();
    const rows = input.take === -1 ? await query : await query.limit(input.take).offset(input.skip);
    const mayRead = !ctx.actor.company || ctx.actor.permissions.company_location.read;
    const places = !input.include
      ? null
      : mayRead
        ? await placesOf(
            ctx,
            rows.map((row) => row.id),
          )
        : [];
    const marksOf = await readCompanyIdentityFacts(
      ctx,
      rows.map((row) => row.id),
    );
    return {
      companies: rows.map((row) => ({
        id: row.id,
        name: row.name,
        logo_url: row.logo_url,
        city: row.city,
        state: row.state,
        ...pickRoles(row),
        ...marksOf(row.id),
        ...(places ? { company_location: places.filter((p) => p.company_id === row.id) } : {}),
      })),
      meta: { total: total?.n ?? 0, skip: input.skip, take: input.take },
    };
  },
});

/** Order known partners before other companies with an equal name. */
export const buildPartnersFirstOrder = (me: number | undefined): SQL[] =>
  me === undefined ? [] : [sql`${company.id} NOT IN (${buildPartnersQuery(me)}) OR ${company.id} = ${me}`];

/** Build the search condition for a name, escaping the characters that LIKE treats as wildcards. */
const named = (term: string | undefined): SQL | undefined =>
  term ? sql`${company.name} LIKE ${`%${escapeLike(term)}%`} ESCAPE '\\'` : undefined;

const anyOf = (flags: RoleFlag[]): SQL | undefined => or(...flags.map((flag) => eq(company[flag], true)));

/** Read the map locations of companies that the acting company may see: its own and those of mills. */
const placesOf = (ctx: Ctx, ids: number[]) =>
  ctx.read
    .select({
      id: companyLocation.id,
      company_id: companyLocation.company_id,
      name: companyLocation.name,
      latitude: companyLocation.latitude,
      longitude: companyLocation.longitude,
    })
    .from(companyLocation)
    .innerJoin(company, eq(company.id, companyLocation.company_id))
    .where(
      and(
        eq(companyLocation.is_deleted, false),
        sql`${companyLocation.company_id} IN ${jsonListSql(ids)}`,
        or(eq(company.is_mill, true), eq(company.id, ctx.actor.company?.id ?? 0)),
      ),
    )
    .orderBy(companyLocation.name, companyLocation.id);
