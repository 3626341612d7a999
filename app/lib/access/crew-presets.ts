import {
  type CompanyPermissions,
  ENTITIES,
  type Entity,
  FLAGS,
  type Flag,
  type Flags,
  getDefaultCrewFlags,
  hasPermission,
  isGrantable,
  listEffectiveFlags,
  PERMISSIONS,
  type Permission,
} from "./crew-permissions";

/**
 * Set of permissions for one kind of work. `work` describes a single user, and `crew` is the name of a crew created for
 * such users.
 */
export type Preset = {
  name: string;
  work: string;
  crew: string;
  hint: string;
  allowed: ReadonlySet<Permission>;
};

/** Return permissions, given the first letters of each entity's flags: create, read, update, delete. */
function allow(letters: Partial<Record<Entity, string>>): Permission[] {
  return ENTITIES.flatMap((entity) =>
    FLAGS.filter((flag) => letters[entity]?.includes(flag.charAt(0))).map(
      (flag): Permission => `${entity}.${flag}`,
    ),
  );
}

const DRIVER = allow({
  company: "r",
  company_location: "r",
  company_destination: "r",
  certification: "r",
  job: "r",
  job_destination: "r",
  job_product: "r",
  road: "r",
  trip_ticket: "ru",
  comment: "crud",
  file: "r",
  photo: "crd",
});

const OFFICE = ENTITIES.flatMap((entity) =>
  listEffectiveFlags(entity)
    .filter((flag) => !isGrantable(entity, flag))
    .map((flag): Permission => `${entity}.${flag}`),
);

/** Permissions that reveal prices and payments; the reader preset lacks them. */
const MONEY = new Set<Permission>(["job_rate.read", "job_company.read", "settlement.read", "invoice.read"]);

/** Presets in the order of the form. The first is the default, so it allows the least. */
export const PRESETS = {
  driver: {
    name: "Driver",
    work: "Drives a truck",
    crew: "Drivers",
    hint: "Claims, hauls and completes loads, adds notes and photos. No prices or contracts, no new tickets.",
    allowed: new Set(DRIVER),
  },
  crew_leader: {
    name: "Crew leader",
    work: "Cuts, skids, or leads a crew",
    crew: "Woods crew",
    hint: "Same as Driver, and makes tickets, counts the landing, draws roads, adds files, sees your people.",
    allowed: new Set([
      ...DRIVER,
      ...allow({
        crew: "r",
        crew_member: "r",
        landing_inventory: "crud",
        road: "cud",
        trip_ticket: "c",
        file: "c",
      }),
    ]),
  },
  scale_clerk: {
    name: "Scale clerk",
    work: "Works at the scale house",
    crew: "Scale house",
    hint: "Weighs loads, checks mill statements, adds files, sees the landing and your people. No prices or contracts, no new tickets.",
    allowed: new Set([
      ...DRIVER,
      ...allow({ crew: "r", crew_member: "r", landing_inventory: "r", file: "c" }),
    ]),
  },
  office: {
    name: "Office",
    work: "Works in the office",
    crew: "Office",
    hint: "Everything about jobs, tickets, prices, contracts, settlements and invoices. Doesn't manage people, crews and destinations.",
    allowed: new Set(OFFICE),
  },
  reader: {
    name: "Reader",
    work: "Only looks",
    crew: "Readers",
    hint: "Sees jobs, loads, notes and files. Changes nothing. No prices or contracts.",
    allowed: new Set(PERMISSIONS.filter((p) => p.endsWith(".read") && !MONEY.has(p))),
  },
} as const satisfies Record<string, Preset>;

export const PRESET_IDS = ["driver", "crew_leader", "scale_clerk", "office", "reader"] as const;
export type PresetId = keyof typeof PRESETS;
/** Default preset of a new user. */
export const DEFAULT_PRESET_ID: PresetId = PRESET_IDS[0];

/** Return an entity's flags for a new crew with a preset, limited to the permissions of the crew's creator. */
export function getPresetFlags(id: PresetId, entity: Entity, mine: CompanyPermissions): Flags {
  const allowed: ReadonlySet<Permission> = PRESETS[id].allowed;
  // Keep the default of a flag without a checkbox, so that the crew still has the flag if a checkbox is added later.
  const has = (flag: Flag) =>
    hasPermission(mine, `${entity}.${flag}`) &&
    (listEffectiveFlags(entity).includes(flag)
      ? allowed.has(`${entity}.${flag}`)
      : getDefaultCrewFlags(entity)[flag]);
  return { create: has("create"), read: has("read"), update: has("update"), delete: has("delete") };
}
