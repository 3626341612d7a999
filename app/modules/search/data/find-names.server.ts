import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { jsonListSql } from "#db/json-list";
import { isInLiveCrew } from "#db/live-crew.server";
import { prepareQuery } from "#db/prepared.server";
import { company, companyDestination, companyLocation, crew, crewMember, user, usState } from "#db/schema";
import { listRoleNames, pickRoles } from "~/lib/access/company-roles";
import { buildIsPartnerCondition, buildPartnersQuery } from "~/lib/access/partners.server";
import { formatFullName } from "~/lib/text/text";
import {
  buildSearchableCondition,
  COMPANY_CARD_COLUMNS,
} from "~/modules/companies/shared/public-face.server";
import { PLACEHOLDER_ACTOR } from "~/modules/jobs/shared/access.server";
import type { ReadCtx } from "~/web/procedure";
import type { SearchAction } from "../rules/actions";
import { toTypedParam, wordStartsWithCondition } from "./begins.server";

const placeholder = sql.placeholder;
const ME = PLACEHOLDER_ACTOR.company.id;

const { logo_url: _logo, ...WITHOUT_LOGO } = COMPANY_CARD_COLUMNS;
const NAME = sql`${company.name} COLLATE NOCASE`;
const AMONG = sql`${company.id} IN ${jsonListSql(placeholder("ids"))}`;
const FINDABLE = buildSearchableCondition(PLACEHOLDER_ACTOR);

/** Maximum number of companies with a matching word to check, whether partners or not. */
const LOOK_AT = 500;
const companiesNamed = prepareQuery((read) =>
  read.select({ id: company.id }).from(company).where(wordStartsWithCondition(company.name)).limit(LOOK_AT),
);
const companiesWhere = (where: SQL | undefined) => (read: Read) =>
  read
    .select(WITHOUT_LOGO)
    .from(company)
    .leftJoin(usState, eq(usState.id, company.us_state_id))
    .where(and(where, FINDABLE))
    .limit(placeholder("most"));
const fewPartners = prepareQuery(companiesWhere(and(AMONG, buildIsPartnerCondition(ME, sql`${company.id}`))));
const manyPartners = prepareQuery(
  companiesWhere(and(AMONG, sql`${company.id} IN (${buildPartnersQuery(ME)})`)),
);
const companiesByBeginning = prepareQuery((read) =>
  companiesWhere(sql`${NAME} >= ${placeholder("q")} AND ${NAME} < ${placeholder("beyond")}`)(read).orderBy(
    NAME,
  ),
);
/** Maximum number of companies to check one by one for a partnership; above this number, all partners are listed first. */
const FEW = 60;

/**
 * Find companies by their public name: partners on jobs by any word, all others by the beginning of the name. Names are
 * matched first, because listing all partners of a large company takes longer than reading all company names, and
 * usually no name matches.
 */
export async function findCompanies(
  { read, actor }: ReadCtx,
  q: string,
  most: number,
): Promise<SearchAction[]> {
  const named = await companiesNamed(read, toTypedParam(q));
  if (named.length === 0) return [];
  const me = actor.company.id;
  const ids = JSON.stringify(named.map(({ id }) => id));
  const [partners, others] = await Promise.all([
    (named.length <= FEW ? fewPartners : manyPartners)(read, { me, ids, most }),
    companiesByBeginning(read, { me, q, beyond: `${q}\u{10ffff}`, most }),
  ]);
  const rows = [...new Map([...partners, ...others].map((row) => [row.id, row])).values()];
  return rows.slice(0, most).map((row) => ({
    href: row.id === me ? "/company" : `/companies/${row.id}`,
    title: row.name,
    hint: [listRoleNames(pickRoles(row)).join(", "), [row.city, row.state].filter(Boolean).join(", ")]
      .filter(Boolean)
      .join(" · "),
  }));
}

const colleagues = prepareQuery((read) =>
  read
    .selectDistinct({ id: user.id, first_name: user.first_name, last_name: user.last_name })
    .from(crewMember)
    .innerJoin(crew, isInLiveCrew)
    .innerJoin(user, eq(user.id, crewMember.user_id))
    .where(
      and(
        eq(crew.company_id, ME),
        wordStartsWithCondition(sql`${user.first_name} || ' ' || ${user.last_name}`),
      ),
    )
    .orderBy(user.first_name, user.last_name, user.id)
    .limit(placeholder("most")),
);

/** Find people of the acting company by name. */
export async function findColleagues(
  { read, actor }: ReadCtx,
  q: string,
  most: number,
): Promise<SearchAction[]> {
  const rows = await colleagues(read, { ...toTypedParam(q), me: actor.company.id, most });
  return rows.map((row) => ({ href: `/users/${row.id}`, title: formatFullName(row) }));
}

const millPlaces = prepareQuery((read) =>
  read
    .select({
      name: companyLocation.name,
      city: companyLocation.city,
      company_id: company.id,
      company: company.name,
    })
    .from(companyLocation)
    .innerJoin(company, eq(company.id, companyLocation.company_id))
    .where(
      and(
        eq(company.is_mill, true),
        ne(company.id, ME),
        eq(companyLocation.is_deleted, false),
        wordStartsWithCondition(companyLocation.name),
        FINDABLE,
      ),
    )
    .orderBy(companyLocation.name, companyLocation.id)
    .limit(placeholder("most")),
);

/**
 * Find yards of mills by name; anyone may send wood to a mill. Locations of other companies aren't shown. There are a
 * few thousand mills, so they have their own index (docs/domain.md#places).
 */
export async function findMillPlaces(
  { read, actor }: ReadCtx,
  q: string,
  most: number,
): Promise<SearchAction[]> {
  const rows = await millPlaces(read, { ...toTypedParam(q), me: actor.company.id, most });
  return rows.map((row) => ({
    href: `/companies/${row.company_id}`,
    title: row.name,
    hint: [row.company, row.city].filter(Boolean).join(" · "),
  }));
}

const ownLocations = prepareQuery((read) =>
  read
    .select({ id: companyLocation.id, name: companyLocation.name, city: companyLocation.city })
    .from(companyLocation)
    .where(
      and(
        eq(companyLocation.company_id, ME),
        eq(companyLocation.is_deleted, false),
        wordStartsWithCondition(companyLocation.name),
      ),
    )
    .orderBy(companyLocation.name, companyLocation.id)
    .limit(placeholder("most")),
);
const ownDestinations = prepareQuery((read) =>
  read
    .select({ id: companyDestination.id, name: companyDestination.name })
    .from(companyDestination)
    .where(
      and(
        eq(companyDestination.company_id, ME),
        eq(companyDestination.is_deleted, false),
        wordStartsWithCondition(companyDestination.name),
      ),
    )
    .orderBy(companyDestination.name, companyDestination.id)
    .limit(placeholder("most")),
);

/** Find the acting company's own locations and destinations. */
export async function findOwnPlaces(
  { read, actor }: ReadCtx,
  q: string,
  most: number,
  may: { locations: boolean; destinations: boolean },
): Promise<SearchAction[]> {
  const values = { ...toTypedParam(q), me: actor.company.id, most };
  const locations = may.locations ? await ownLocations(read, values) : [];
  const destinations = may.destinations ? await ownDestinations(read, values) : [];
  return [
    ...locations.map((l) => ({
      href: `/company/locations/${l.id}`,
      title: l.name,
      hint: ["Location", l.city].filter(Boolean).join(" · "),
    })),
    ...destinations.map((d) => ({
      href: `/company/destinations/${d.id}`,
      title: d.name ?? "",
      hint: "Destination",
    })),
  ].slice(0, most);
}
