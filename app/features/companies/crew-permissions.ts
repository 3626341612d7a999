/** What crew permissions speak of (decisions, section 3), in the order of their ids. */
export const COMPANY_ENTITIES = [
  "company",
  "crew",
  "crew_member",
  "company_location",
  "company_destination",
  "certification",
  "invoice",
  "settlement",
  "notification",
] as const;
export const JOB_ENTITIES = [
  "job",
  "job_company",
  "job_destination",
  "job_product",
  "job_rate",
  "landing_inventory",
  "road",
  "trip_ticket",
  "comment",
  "file",
  "photo",
] as const;
export const ENTITIES = [...COMPANY_ENTITIES, ...JOB_ENTITIES];

export type Entity = (typeof ENTITIES)[number];
export type Flags = { create: boolean; read: boolean; update: boolean; delete: boolean };
export type Flag = keyof Flags;
export const FLAGS = ["create", "read", "update", "delete"] as const satisfies Flag[];
export type Permission = `${Entity}.${Flag}`;
/** A person's flags in their active company, under the specification's name for it. */
export type CompanyPermissions = Record<Entity, Flags> & { is_primary: boolean };

export type CrewFlags = { isPrimary: boolean; rows: readonly ({ entity: string } & Flags)[] };

const flags = (value: boolean): Flags => ({ create: value, read: value, update: value, delete: value });

/**
 * A flag is the OR over the person's crews. The primary crew always has every flag; a crew with no row for
 * an entity has every flag of it (spec 2, section 6). Someone in no crew has none.
 */
export function evaluateCrews(crews: readonly CrewFlags[]): CompanyPermissions {
  const is_primary = crews.some((c) => c.isPrimary);
  const entries = ENTITIES.map((entity) => {
    const sum = flags(is_primary);
    for (const crew of crews) {
      const row = crew.rows.find((r) => r.entity === entity) ?? flags(true);
      for (const flag of FLAGS) sum[flag] ||= row[flag];
    }
    return [entity, sum] as const;
  });
  return { ...(Object.fromEntries(entries) as Record<Entity, Flags>), is_primary };
}

/** Whether the flags allow it: `may(permissions, "trip_ticket.update")`. */
export function may(permissions: CompanyPermissions, permission: Permission): boolean {
  const [entity, flag] = permission.split(".") as [Entity, Flag];
  return permissions[entity][flag];
}
