import { buildRecord } from "~/lib/object/records";
/** Entities of crew permissions (docs/domain.md#crew-permissions), in the order of their IDs. */
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
 * Permissions that nothing checks yet, so there's no box for them. Remove one here when you build the first procedure
 * that checks it.
 */
const NOT_APPLICABLE: Partial<Record<Entity, readonly Flag[]>> = {
  company: ["create", "delete"],
  // An inbox is personal: a crew can only be barred from writing to others.
  notification: ["read", "update", "delete"],
  job_product: ["update"],
  file: ["update"],
  photo: ["update"],
};

/** Return the flags of an entity that have an effect, in order. */
export const getFlags = (entity: Entity): Flag[] =>
  FLAGS.filter((flag) => !NOT_APPLICABLE[entity]?.includes(flag));

/** Every permission that an admin can grant or revoke, in the order of the table. */
export const PERMISSIONS = ENTITIES.flatMap((entity) =>
  getFlags(entity).map((flag): Permission => `${entity}.${flag}`),
);

/**
 * Permissions that only admins have until they grant them to a crew
 * (docs/domain.md#crew-permissions). A crew with nothing set does not have these.
 */
const HANDED_OUT: Partial<Record<Entity, readonly Flag[]>> = {
  crew: ["create", "update", "delete"],
  crew_member: ["create", "update", "delete"],
  company_destination: ["create", "update", "delete"],
};
export const isGrantable = (entity: Entity, flag: Flag): boolean =>
  HANDED_OUT[entity]?.includes(flag) ?? false;

/** Return a regular crew's default flags for an entity. */
export const createUnsetFlags = (entity: Entity): Flags => ({
  create: !isGrantable(entity, "create"),
  read: true,
  update: !isGrantable(entity, "update"),
  delete: !isGrantable(entity, "delete"),
});
/** User's flags in their active company, under its name in the API. */
export type CompanyPermissions = Record<Entity, Flags> & { is_primary: boolean };

export type CrewFlags = { isPrimary: boolean; rows: readonly ({ entity: string } & Flags)[] };

const flags = (value: boolean): Flags => ({ create: value, read: value, update: value, delete: value });

/**
 * Combine a user's crews: a flag is the OR over them. The primary crew always has every flag; a crew with no row for an
 * entity has every flag of it (docs/domain.md#crew-permissions) except those that admins grant. Anything that may not
 * be read may not be changed or deleted either, and users who may read neither it, the job nor its loads can't add it
 * to a job: each form to add something names the job. A user in no crew has none.
 */
export function evaluateCrews(crews: readonly CrewFlags[]): CompanyPermissions {
  const is_primary = crews.some((c) => c.isPrimary);
  const summed = buildRecord(ENTITIES, (entity) => {
    const sum = flags(is_primary);
    for (const crew of crews) {
      const row = crew.rows.find((r) => r.entity === entity) ?? createUnsetFlags(entity);
      for (const flag of FLAGS) sum[flag] ||= row[flag];
    }
    // Changing or deleting something shows it, so both need the read flag as well.
    if (!sum.read) sum.update = sum.delete = false;
    return sum;
  });
  for (const entity of JOB_ENTITIES)
    if (!summed[entity].read && !summed.job.read && !summed.trip_ticket.read) summed[entity].create = false;
  return { ...summed, is_primary };
}

/** Return the same user's permissions without any change: only what they may read is left. */
export const toReadOnly = (permissions: CompanyPermissions): CompanyPermissions => ({
  ...buildRecord(ENTITIES, (entity) => ({ ...flags(false), read: permissions[entity].read })),
  is_primary: permissions.is_primary,
});

/** True if the flags allow it: `hasPermission(permissions, "trip_ticket.update")`. */
export function hasPermission(permissions: CompanyPermissions, permission: Permission): boolean {
  const [entity, flag] = splitPermission(permission);
  return permissions[entity][flag];
}

/** Split a permission into its entity and its flag. */
export const splitPermission = (permission: Permission) => permission.split(".") as [Entity, Flag];

/** True if `outer` includes everything in `inner`: nobody grants a right that they lack. */
export const isWithinRights = (inner: CompanyPermissions, outer: CompanyPermissions): boolean =>
  (outer.is_primary || !inner.is_primary) &&
  PERMISSIONS.every((p) => !hasPermission(inner, p) || hasPermission(outer, p));
