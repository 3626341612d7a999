import { buildRecord } from "~/lib/object/records";
/** Entities of crew permissions, in the order of their IDs (docs/domain.md#crew-permissions). */
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
export const isEntity = (name: string): name is Entity => ENTITIES.some((entity) => entity === name);
export type Flags = { create: boolean; read: boolean; update: boolean; delete: boolean };
export type Flag = keyof Flags;
export const FLAGS = ["create", "read", "update", "delete"] as const satisfies Flag[];
export type Permission = `${Entity}.${Flag}`;

/**
 * Permissions that nothing checks yet and that therefore have no checkbox. Remove an entry when you build the first
 * procedure that checks it.
 */
const NOT_APPLICABLE: Partial<Record<Entity, readonly Flag[]>> = {
  company: ["create", "delete"],
  // A user's inbox is personal, so a crew can only be denied writing notifications to others.
  notification: ["read", "update", "delete"],
  job_product: ["update"],
  file: ["update"],
  photo: ["update"],
};

/** Return the flags of an entity that have an effect, in the order of `FLAGS`. */
export const listEffectiveFlags = (entity: Entity): Flag[] =>
  FLAGS.filter((flag) => !NOT_APPLICABLE[entity]?.includes(flag));

/** Permissions that an admin can grant or revoke, in the order of the permission table. */
export const PERMISSIONS = ENTITIES.flatMap((entity) =>
  listEffectiveFlags(entity).map((flag): Permission => `${entity}.${flag}`),
);

/**
 * Permissions that only admins have unless they grant them to a crew. A crew without rows doesn't have them
 * (docs/domain.md#crew-permissions).
 */
const HANDED_OUT: Partial<Record<Entity, readonly Flag[]>> = {
  crew: ["create", "update", "delete"],
  crew_member: ["create", "update", "delete"],
  company_destination: ["create", "update", "delete"],
};
export const isGrantable = (entity: Entity, flag: Flag): boolean =>
  HANDED_OUT[entity]?.includes(flag) ?? false;

/** Return the flags of an entity for a regular crew without a row for it. */
export const getDefaultCrewFlags = (entity: Entity): Flags => ({
  create: !isGrantable(entity, "create"),
  read: true,
  update: !isGrantable(entity, "update"),
  delete: !isGrantable(entity, "delete"),
});
/** Flags of a user in their active company, under the name used in the API. */
export type CompanyPermissions = Record<Entity, Flags> & { is_primary: boolean };

export type CrewFlags = { isPrimary: boolean; rows: readonly ({ entity: string } & Flags)[] };

const flags = (value: boolean): Flags => ({ create: value, read: value, update: value, delete: value });

/**
 * Combine the permissions of a user's crews. A flag is on if any crew has it. The primary crew has every flag. A crew
 * without a row for an entity has all flags of the entity except those that admins grant. Changing or deleting requires
 * reading. Adding something to a job requires reading it, the job or its loads, because every such form shows the job's
 * name. A user in no crew has no permissions (docs/domain.md#crew-permissions).
 */
export function combineCrewFlags(crews: readonly CrewFlags[]): CompanyPermissions {
  const is_primary = crews.some((c) => c.isPrimary);
  const summed = buildRecord(ENTITIES, (entity) => {
    const sum = flags(is_primary);
    for (const crew of crews) {
      const row = crew.rows.find((r) => r.entity === entity) ?? getDefaultCrewFlags(entity);
      for (const flag of FLAGS) sum[flag] ||= row[flag];
    }
    // Changing or deleting something shows it, so both require the read flag.
    if (!sum.read) sum.update = sum.delete = false;
    return sum;
  });
  for (const entity of JOB_ENTITIES)
    if (!summed[entity].read && !summed.job.read && !summed.trip_ticket.read) summed[entity].create = false;
  return { ...summed, is_primary };
}

/** Return a user's permissions with only the read flags left. */
export const toReadOnlyPermissions = (permissions: CompanyPermissions): CompanyPermissions => ({
  ...buildRecord(ENTITIES, (entity) => ({ ...flags(false), read: permissions[entity].read })),
  is_primary: permissions.is_primary,
});

/** Check whether a permission is granted: `hasPermission(permissions, "trip_ticket.update")`. */
export function hasPermission(permissions: CompanyPermissions, permission: Permission): boolean {
  const [entity, flag] = splitPermission(permission);
  return permissions[entity][flag];
}

/** Split a permission into its entity and its flag. */
export const splitPermission = (permission: Permission) => permission.split(".") as [Entity, Flag];

/** Check whether `outer` includes all permissions in `inner`, so that nobody grants a permission that they lack. */
export const arePermissionsWithin = (inner: CompanyPermissions, outer: CompanyPermissions): boolean =>
  (outer.is_primary || !inner.is_primary) &&
  PERMISSIONS.every((p) => !hasPermission(inner, p) || hasPermission(outer, p));
