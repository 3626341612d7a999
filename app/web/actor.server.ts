import { and, eq, sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { jsonListSql } from "#db/json-list";
import { isInLiveCrew } from "#db/live-crew.server";
import { prepareQuery } from "#db/prepared.server";
import { company, crew, crewMember, crewPermission, permissionEntity } from "#db/schema";
import { pickRoles } from "~/lib/access/company-roles";
import { type CompanyPermissions, type CrewFlags, combineCrewFlags } from "~/lib/access/crew-permissions";
import { isZone } from "~/lib/time/time";
import type { ActingCompany, Actor } from "./actor";
import type { UserRow } from "./session.server";

export const FALLBACK_ZONE = "America/Detroit";

/** Return the actor for requests without sign-in, who reads only public data. */
export function createSignedOutActor(zone: string | null): Actor {
  return {
    key: "nobody",
    user: null,
    keyName: null,
    company: null,
    companies: [],
    permissions: combineCrewFlags([]),
    zone: zone && isZone(zone) ? zone : FALLBACK_ZONE,
  };
}

/** Columns of a company that a page needs, including its roles. */
const COMPANY = {
  id: company.id,
  name: company.name,
  logo_url: company.logo_url,
  is_land_owner: company.is_land_owner,
  is_land_manager: company.is_land_manager,
  is_cutter: company.is_cutter,
  is_skidder: company.is_skidder,
  is_hauler: company.is_hauler,
  is_mill: company.is_mill,
  is_professional: company.is_professional,
  requires_second_factor: company.requires_second_factor,
  default_load_amount: company.default_load_amount,
};

const findMemberships = prepareQuery((read) =>
  read
    .select({ crew_id: crew.id, is_primary: crew.is_primary, company: COMPANY })
    .from(crewMember)
    .innerJoin(crew, isInLiveCrew)
    .innerJoin(company, and(eq(company.id, crew.company_id), eq(company.is_deleted, false)))
    .where(eq(crewMember.user_id, sql.placeholder("user")))
    .orderBy(company.name, company.id),
);

type Membership = Awaited<ReturnType<typeof findMemberships>>[number];

/**
 * Return the actor for a user, acting for `companyId` if the user is in one of the company's crews. Permission flags
 * come only from the user's crews in that company. A disabled user belongs to no company, so that their queued work
 * (notification emails, actions on many loads) does nothing.
 */
export async function createActor(
  read: Read,
  user: UserRow,
  companyId: number | null,
  browserZone: string | null,
): Promise<Actor> {
  const memberships = user.disabled_at ? [] : await findMemberships(read, { user: user.id });
  const companies = [...new Map(memberships.map((m) => [m.company.id, m.company])).values()];
  const acting = companies.find((c) => c.id === companyId) ?? null;
  const crews = memberships.filter((m) => m.company.id === acting?.id);
  const zone = user.time_zone ?? browserZone;
  return {
    key: acting ? `u${user.id}c${acting.id}` : `u${user.id}`,
    user: {
      id: user.id,
      first_name: user.first_name,
      last_name: user.last_name,
      email: user.email,
      avatar_url: user.avatar_url,
      is_super_user: user.is_super_user,
      default_company_id: user.default_company_id,
      wood_unit_type_id: user.wood_unit_type_id,
    },
    keyName: null,
    company: acting && toActingCompany(acting),
    companies: companies.map((c) => ({ id: c.id, name: c.name, logo_url: c.logo_url })),
    permissions: await permissionsOf(read, crews),
    zone: zone && isZone(zone) ? zone : FALLBACK_ZONE,
  };
}

export function toActingCompany(row: Membership["company"]): ActingCompany {
  return {
    id: row.id,
    name: row.name,
    logo_url: row.logo_url,
    roles: pickRoles(row),
    is_professional: row.is_professional,
    requires_second_factor: row.requires_second_factor,
    default_load_amount: row.default_load_amount,
  };
}

/** Includes the ids of all of the user's crews in the company, in one list. */
const findPermissions = prepareQuery((read) =>
  read
    .select({
      crew_id: crewPermission.crew_id,
      entity: permissionEntity.name,
      create: crewPermission.can_create,
      read: crewPermission.can_read,
      update: crewPermission.can_update,
      delete: crewPermission.can_delete,
    })
    .from(crewPermission)
    .innerJoin(permissionEntity, eq(permissionEntity.id, crewPermission.entity_id))
    .where(sql`${crewPermission.crew_id} IN ${jsonListSql(sql.placeholder("crews"))}`),
);

/** Return these crews, each with its own permission flags. */
export async function addCrewFlags<C extends { id: number; is_primary: boolean }>(
  read: Read,
  crews: readonly C[],
): Promise<(C & CrewFlags)[]> {
  const rows = await findPermissions(read, { crews: JSON.stringify(crews.map((c) => c.id)) });
  return crews.map((c) => ({
    ...c,
    isPrimary: c.is_primary,
    rows: rows.filter((r) => r.crew_id === c.id),
  }));
}

/** Return the permissions of each of these crews separately, by crew id. */
export async function readCrewPermissions(
  read: Read,
  crews: readonly { id: number; is_primary: boolean }[],
): Promise<Map<number, CompanyPermissions>> {
  return new Map((await addCrewFlags(read, crews)).map((c) => [c.id, combineCrewFlags([c])]));
}

async function permissionsOf(
  read: Read,
  crews: Pick<Membership, "crew_id" | "is_primary">[],
): Promise<CompanyPermissions> {
  if (crews.length === 0 || crews.some((c) => c.is_primary))
    return combineCrewFlags(crews.map((c) => ({ isPrimary: c.is_primary, rows: [] })));
  const rows = await findPermissions(read, { crews: JSON.stringify(crews.map((c) => c.crew_id)) });
  return combineCrewFlags(
    crews.map((c) => ({ isPrimary: c.is_primary, rows: rows.filter((r) => r.crew_id === c.crew_id) })),
  );
}

/**
 * Return the company to act for after sign-in: the user's only company, otherwise their default company if they still
 * belong to it.
 */
export async function findCompanyAfterSignIn(read: Read, user: UserRow): Promise<number | null> {
  const rows = await read
    .selectDistinct({ id: company.id })
    .from(crewMember)
    .innerJoin(crew, isInLiveCrew)
    .innerJoin(company, and(eq(company.id, crew.company_id), eq(company.is_deleted, false)))
    .where(eq(crewMember.user_id, user.id))
    .orderBy(sql`company.id`);
  if (rows.length === 1) return rows[0]?.id ?? null;
  return rows.some((r) => r.id === user.default_company_id) ? user.default_company_id : null;
}
