import {
  type CrewFlags,
  combineCrewFlags,
  ENTITIES,
  type Entity,
  FLAGS,
  getDefaultCrewFlags,
  hasPermission,
  PERMISSIONS,
  type Permission,
  splitPermission,
} from "./crew-permissions";
import { PRESET_IDS, PRESETS, type PresetId } from "./crew-presets";
import { getPermissionLabel } from "./entity-words";

type Group = { words: string; permissions: readonly Permission[] };

/** Return an entity's permissions, given the first letters of their flags: create, read, update, delete. */
const of = (entity: Entity, letters: string): Permission[] =>
  FLAGS.filter((flag) => letters.includes(flag.charAt(0))).map((flag): Permission => `${entity}.${flag}`);

/** Abilities in everyday words. Each permission with a checkbox belongs to exactly one ability. */
export const RIGHTS = {
  see_work: {
    words: "See loads and jobs",
    permissions: [
      ...of("trip_ticket", "r"),
      ...of("job", "r"),
      ...of("job_destination", "r"),
      ...of("job_product", "r"),
      ...of("road", "r"),
    ],
  },
  change_loads: { words: "Change loads: claim, haul, weigh, complete", permissions: of("trip_ticket", "u") },
  make_loads: { words: "Make tickets", permissions: of("trip_ticket", "c") },
  delete_loads: { words: "Delete tickets", permissions: of("trip_ticket", "d") },
  see_notes: {
    words: "See notes, photos, and files",
    permissions: [...of("comment", "r"), ...of("photo", "r"), ...of("file", "r")],
  },
  add_notes: {
    words: "Add notes and photos",
    permissions: [...of("comment", "cud"), ...of("photo", "cd")],
  },
  write_notices: { words: "Write notifications", permissions: of("notification", "c") },
  add_files: { words: "Add files to jobs", permissions: of("file", "c") },
  delete_files: { words: "Delete files from jobs", permissions: of("file", "d") },
  see_landing: { words: "See what's at the landing", permissions: of("landing_inventory", "r") },
  count_landing: { words: "Count the landing", permissions: of("landing_inventory", "cud") },
  draw_roads: { words: "Draw roads", permissions: of("road", "cud") },
  change_jobs: {
    words: "Set up and change jobs",
    permissions: [...of("job", "cud"), ...of("job_destination", "cud"), ...of("job_product", "cd")],
  },
  see_prices: { words: "See prices", permissions: of("job_rate", "r") },
  change_prices: { words: "Change prices", permissions: of("job_rate", "cud") },
  see_settlements: { words: "See settlements", permissions: of("settlement", "r") },
  make_settlements: {
    words: "Make statements and record payments",
    permissions: of("settlement", "cud"),
  },
  see_invoices: { words: "See invoices", permissions: of("invoice", "r") },
  make_invoices: {
    words: "Make and send invoices, and mark them paid",
    permissions: of("invoice", "cud"),
  },
  see_contracts: { words: "See contracts and who works on a job", permissions: of("job_company", "r") },
  change_contracts: {
    words: "Change contracts and who works on a job",
    permissions: of("job_company", "cud"),
  },
  see_company: {
    words: "See the company, its places, and its certifications",
    permissions: [
      ...of("company", "r"),
      ...of("company_location", "r"),
      ...of("company_destination", "r"),
      ...of("certification", "r"),
    ],
  },
  change_company: {
    words: "Change the company, its locations, and its certifications",
    permissions: [...of("company", "u"), ...of("company_location", "cud"), ...of("certification", "cud")],
  },
  manage_destinations: { words: "Manage destinations", permissions: of("company_destination", "cud") },
  see_people: { words: "See people and crews", permissions: [...of("crew", "r"), ...of("crew_member", "r")] },
  manage_people: {
    words: "Manage people and crews",
    permissions: [...of("crew", "cud"), ...of("crew_member", "cud")],
  },
} as const satisfies Record<string, Group>;

export type RightId = keyof typeof RIGHTS;
const isRight = (id: string): id is RightId => id in RIGHTS;
export const RIGHT_IDS = Object.keys(RIGHTS).filter(isRight);

/** Ability of a user. If the user has only some of the ability's permissions, `part` lists them. */
export type Right = { id: RightId; words: string; part: string[] };

/** Group permissions into abilities in everyday words. */
export function groupPermissionsAsRights(permissions: readonly Permission[]): Right[] {
  return RIGHT_IDS.flatMap((id) => {
    const group: Group = RIGHTS[id];
    const held = group.permissions.filter((p) => permissions.includes(p));
    if (held.length === 0) return [];
    const isWhole = held.length === group.permissions.length;
    return [{ id, words: group.words, part: isWhole ? [] : held.map(getPermissionLabel) }];
  });
}

/** Return the permissions that a user in these crews has. */
export const listHeldPermissions = (crews: readonly CrewFlags[]): Permission[] => {
  const all = combineCrewFlags(crews);
  return PERMISSIONS.filter((p) => hasPermission(all, p));
};

/** Return the permissions checked for a crew, even those that have no effect without another permission. */
export const listCrewPermissions = (crew: CrewFlags): Permission[] =>
  PERMISSIONS.filter((p) => gives(crew, p));

function gives(crew: CrewFlags, permission: Permission): boolean {
  const [entity, flag] = splitPermission(permission);
  return crew.isPrimary || (crew.rows.find((r) => r.entity === entity) ?? getDefaultCrewFlags(entity))[flag];
}

/**
 * Return the abilities of a user in these crews, with the crews that grant them, and the abilities that the user lacks
 * entirely.
 */
export function getUserRights<C extends CrewFlags>(
  crews: readonly C[],
): { can: (Right & { from: C[] })[]; cannot: string[] } {
  const held = listHeldPermissions(crews);
  const can = groupPermissionsAsRights(held).map((right) => {
    const group: Group = RIGHTS[right.id];
    const own = group.permissions.filter((p) => held.includes(p));
    return { ...right, from: crews.filter((crew) => own.some((p) => gives(crew, p))) };
  });
  const known = new Set(can.map(({ id }) => id));
  return { can, cannot: RIGHT_IDS.filter((id) => !known.has(id)).map((id) => RIGHTS[id].words) };
}

/** Return the abilities that a permission change adds and removes. */
export function describeRightsChange(before: readonly Permission[], after: readonly Permission[]) {
  return {
    added: groupPermissionsAsRights(after.filter((p) => !before.includes(p))),
    taken: groupPermissionsAsRights(before.filter((p) => !after.includes(p))),
  };
}

/** Return the preset with exactly these permissions; null if there is none. */
export const findMatchingPreset = (held: readonly Permission[]): PresetId | null =>
  PRESET_IDS.find((id) => {
    const allowed: ReadonlySet<Permission> = PRESETS[id].allowed;
    return allowed.size === held.length && held.every((p) => allowed.has(p));
  }) ?? null;

const MONEY = ["job_rate", "job_company", "settlement", "invoice"] as const;
const MONEY_LABEL = {
  job_rate: "prices",
  job_company: "contracts",
  settlement: "settlements",
  invoice: "invoices",
} as const satisfies Record<(typeof MONEY)[number], string>;

/**
 * Return a hint about a crew for the form that adds a user to it: its preset, or the kinds of prices and payments that
 * its members see.
 */
export function getCrewHint(crew: CrewFlags): string {
  const held = listHeldPermissions([crew]);
  const preset = findMatchingPreset(held);
  if (preset) return `${PRESETS[preset].name}: ${PRESETS[preset].hint}`;
  const money = MONEY.filter((entity) => held.includes(`${entity}.read`)).map((e) => MONEY_LABEL[e]);
  return money.length ? `Sees ${money.join(", ")}.` : "No prices, contracts, settlements, or invoices.";
}

/** Encode a crew's checked permissions for an address: one hex digit per entity, in ID order. */
export const encodePermissions = (boxes: readonly Permission[]): string =>
  ENTITIES.map((entity) =>
    FLAGS.reduce((sum, flag, i) => sum + (boxes.includes(`${entity}.${flag}`) ? 2 ** i : 0), 0).toString(16),
  ).join("");

/** Decode the result of `encodePermissions`; null for any other text. */
export function decodePermissions(word: string): Permission[] | null {
  if (!/^[0-9a-f]+$/.test(word) || word.length !== ENTITIES.length) return null;
  return PERMISSIONS.filter((permission) => {
    const [entity, flag] = splitPermission(permission);
    const digit = Number.parseInt(word.charAt(ENTITIES.indexOf(entity)), 16);
    return Math.floor(digit / 2 ** FLAGS.indexOf(flag)) % 2 === 1;
  });
}
