import { recordOf } from "~/domain/records/records";
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
  // An inbox is one's own: what a crew may be kept from is writing to others.
  notification: ["read", "update", "delete"],
  job_product: ["update"],
  file: ["update"],
  photo: ["update"],
};

/** The flags of an entity that decide something, in their order. */
export const flagsFor = (entity: Entity): Flag[] =>
  FLAGS.filter((flag) => !NOT_APPLICABLE[entity]?.includes(flag));

/** Every permission that an admin can give or take, in the order of the table. */
export const PERMISSIONS = ENTITIES.flatMap((entity) =>
  flagsFor(entity).map((flag): Permission => `${entity}.${flag}`),
);

/**
 * What only admins may do until they hand it to a crew (spec 2, section 6: people and destinations are edited by the
 * primary crew). A crew that nothing is set for does not have these.
 */
const HANDED_OUT: Partial<Record<Entity, readonly Flag[]>> = {
  crew: ["create", "update", "delete"],
  crew_member: ["create", "update", "delete"],
  company_destination: ["create", "update", "delete"],
};
export const isHandedOut = (entity: Entity, flag: Flag): boolean =>
  HANDED_OUT[entity]?.includes(flag) ?? false;

/** What a regular crew may do with an entity before anybody sets it. */
export const unsetFlags = (entity: Entity): Flags => ({
  create: !isHandedOut(entity, "create"),
  read: true,
  update: !isHandedOut(entity, "update"),
  delete: !isHandedOut(entity, "delete"),
});
/** A person's flags in their active company, under the specification's name for it. */
export type CompanyPermissions = Record<Entity, Flags> & { is_primary: boolean };

export type CrewFlags = { isPrimary: boolean; rows: readonly ({ entity: string } & Flags)[] };

const flags = (value: boolean): Flags => ({ create: value, read: value, update: value, delete: value });

/**
 * A flag is the OR over the person's crews. The primary crew always has every flag; a crew with no row for
 * an entity has every flag of it (spec 2, section 6) but those that admins hand out. What may not be read
 * may not be changed or deleted either, and nothing is added to a job by people who may read neither that, the job nor its
 * loads: each form to add something names the job. Someone in no crew has none.
 */
export function evaluateCrews(crews: readonly CrewFlags[]): CompanyPermissions {
  const is_primary = crews.some((c) => c.isPrimary);
  const summed = recordOf(ENTITIES, (entity) => {
    const sum = flags(is_primary);
    for (const crew of crews) {
      const row = crew.rows.find((r) => r.entity === entity) ?? unsetFlags(entity);
      for (const flag of FLAGS) sum[flag] ||= row[flag];
    }
    // Who changes or deletes something is shown it: both take the flag to read it as well.
    if (!sum.read) sum.update = sum.delete = false;
    return sum;
  });
  for (const entity of JOB_ENTITIES)
    if (!summed[entity].read && !summed.job.read && !summed.trip_ticket.read) summed[entity].create = false;
  return { ...summed, is_primary };
}

/** The same person where nothing may be changed: only what they may read is left. */
export const onlyReading = (permissions: CompanyPermissions): CompanyPermissions => ({
  ...recordOf(ENTITIES, (entity) => ({ ...flags(false), read: permissions[entity].read })),
  is_primary: permissions.is_primary,
});

/** Whether the flags allow it: `may(permissions, "trip_ticket.update")`. */
export function may(permissions: CompanyPermissions, permission: Permission): boolean {
  const [entity, flag] = partsOf(permission);
  return permissions[entity][flag];
}

/** What a permission is about, and what it allows. */
export const partsOf = (permission: Permission) => permission.split(".") as [Entity, Flag];

/** Whether somebody with `outer` holds everything that `inner` holds: nobody gives a right that they lack. */
export const isWithinRights = (inner: CompanyPermissions, outer: CompanyPermissions): boolean =>
  (outer.is_primary || !inner.is_primary) && PERMISSIONS.every((p) => !may(inner, p) || may(outer, p));
