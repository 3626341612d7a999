import {
  type CompanyPermissions,
  ENTITIES,
  type Entity,
  FLAGS,
  type Flag,
  type Flags,
  flagsFor,
  isHandedOut,
  may,
  PERMISSIONS,
  type Permission,
  unsetFlags,
} from "./crew-permissions";

/** What people with one kind of work need. `work` says what one person does, and `crew` names the crew made for such people. */
export type Preset = {
  name: string;
  work: string;
  crew: string;
  hint: string;
  allowed: ReadonlySet<Permission>;
};

/** Permissions by their entities, each with the first letters of its flags: create, read, update, delete. */
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
  flagsFor(entity)
    .filter((flag) => !isHandedOut(entity, flag))
    .map((flag): Permission => `${entity}.${flag}`),
);

/** What tells of money, which a reader of loads is not shown. */
const MONEY = new Set<Permission>(["job_rate.read", "job_company.read", "settlement.read", "invoice.read"]);

/** The presets in the order of the form. The first is chosen unless somebody chooses another, so it allows little. */
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
/** The work of somebody new when nobody says what they do: they get the fewest permissions. */
export const DEFAULT_WORK: PresetId = PRESET_IDS[0];

/** What a new crew may do with an entity by its preset, of what its maker may do. */
export function presetFlags(id: PresetId, entity: Entity, mine: CompanyPermissions): Flags {
  const allowed: ReadonlySet<Permission> = PRESETS[id].allowed;
  // A flag without a box stays what it is before anybody sets it, so that it is not lost once there is a box.
  const has = (flag: Flag) =>
    may(mine, `${entity}.${flag}`) &&
    (flagsFor(entity).includes(flag) ? allowed.has(`${entity}.${flag}`) : unsetFlags(entity)[flag]);
  return { create: has("create"), read: has("read"), update: has("update"), delete: has("delete") };
}
