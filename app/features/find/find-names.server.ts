import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { inLiveCrew } from "#db/live-crew.server";
import { prepared } from "#db/prepared.server";
import { company, companyDestination, companyLocation, crew, crewMember, user, usState } from "#db/schema";
import { isPartner, partnersOf } from "~/core/access/partners.server";
import { FACE, findable } from "~/core/access/public-face.server";
import { GIVEN_COMPANY } from "~/core/jobs/access.server";
import { roleNames, rolesOf } from "~/domain/access/company-roles";
import { fullName } from "~/domain/text/text";
import type { Reading } from "~/web/procedure";
import type { Action } from "./actions";
import { begins, typed } from "./begins.server";

const at = sql.placeholder;
const ME = GIVEN_COMPANY.company.id;

const { logo_url: _logo, ...WITHOUT_LOGO } = FACE;
const NAME = sql`${company.name} COLLATE NOCASE`;
const AMONG = sql`${company.id} IN (SELECT value FROM json_each(${at("ids")}))`;
const FINDABLE = findable(GIVEN_COMPANY);

/** So many companies with a word in their name are looked at, partners or not. */
const LOOK_AT = 500;
const companiesNamed = prepared((read) =>
  read.select({ id: company.id }).from(company).where(begins(company.name)).limit(LOOK_AT),
);
const companiesWhere = (where: SQL | undefined) => (read: Read) =>
  read
    .select(WITHOUT_LOGO)
    .from(company)
    .leftJoin(usState, eq(usState.id, company.us_state_id))
    .where(and(where, FINDABLE))
    .limit(at("most"));
const fewPartners = prepared(companiesWhere(and(AMONG, isPartner(ME, sql`${company.id}`))));
const manyPartners = prepared(companiesWhere(and(AMONG, sql`${company.id} IN (${partnersOf(ME)})`)));
const companiesByBeginning = prepared((read) =>
  companiesWhere(sql`${NAME} >= ${at("q")} AND ${NAME} < ${at("beyond")}`)(read).orderBy(NAME),
);
/** Of so many it is asked one by one whether they are partners; of more, all partners are put together. */
const FEW = 60;

/**
 * Companies that a signed-in person may find, by their public name: partners on jobs by any word of it, before all
 * others by its beginning. Names are looked at first, since putting together all partners of a large company takes longer than
 * reading the names of all companies, and mostly no name fits.
 */
export async function findCompanies({ read, actor }: Reading, q: string, most: number): Promise<Action[]> {
  const named = await companiesNamed(read, typed(q));
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
    hint: [roleNames(rolesOf(row)).join(", "), [row.city, row.state].filter(Boolean).join(", ")]
      .filter(Boolean)
      .join(" · "),
  }));
}

const colleagues = prepared((read) =>
  read
    .selectDistinct({ id: user.id, first_name: user.first_name, last_name: user.last_name })
    .from(crewMember)
    .innerJoin(crew, inLiveCrew)
    .innerJoin(user, eq(user.id, crewMember.user_id))
    .where(and(eq(crew.company_id, ME), begins(sql`${user.first_name} || ' ' || ${user.last_name}`)))
    .orderBy(user.first_name, user.last_name, user.id)
    .limit(at("most")),
);

/** The people of the acting company by their name. */
export async function findColleagues({ read, actor }: Reading, q: string, most: number): Promise<Action[]> {
  const rows = await colleagues(read, { ...typed(q), me: actor.company.id, most });
  return rows.map((row) => ({ href: `/users/${row.id}`, title: fullName(row) }));
}

const millPlaces = prepared((read) =>
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
        begins(companyLocation.name),
        FINDABLE,
      ),
    )
    .orderBy(companyLocation.name, companyLocation.id)
    .limit(at("most")),
);

/**
 * The yards of mills, which anyone may send wood to: of other companies no place is told (decisions, section 2). There
 * are a few thousand mills, so their own index is the way in.
 */
export async function findMillPlaces({ read, actor }: Reading, q: string, most: number): Promise<Action[]> {
  const rows = await millPlaces(read, { ...typed(q), me: actor.company.id, most });
  return rows.map((row) => ({
    href: `/companies/${row.company_id}`,
    title: row.name,
    hint: [row.company, row.city].filter(Boolean).join(" · "),
  }));
}

const ownLocations = prepared((read) =>
  read
    .select({ id: companyLocation.id, name: companyLocation.name, city: companyLocation.city })
    .from(companyLocation)
    .where(
      and(
        eq(companyLocation.company_id, ME),
        eq(companyLocation.is_deleted, false),
        begins(companyLocation.name),
      ),
    )
    .orderBy(companyLocation.name, companyLocation.id)
    .limit(at("most")),
);
const ownDestinations = prepared((read) =>
  read
    .select({ id: companyDestination.id, name: companyDestination.name })
    .from(companyDestination)
    .where(
      and(
        eq(companyDestination.company_id, ME),
        eq(companyDestination.is_deleted, false),
        begins(companyDestination.name),
      ),
    )
    .orderBy(companyDestination.name, companyDestination.id)
    .limit(at("most")),
);

/** The acting company's own places: its locations, and the destinations that it keeps. */
export async function findPlaces(
  { read, actor }: Reading,
  q: string,
  most: number,
  may: { locations: boolean; destinations: boolean },
): Promise<Action[]> {
  const values = { ...typed(q), me: actor.company.id, most };
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
