import { describe, expect, it } from "vitest";
import {
  COMPANY_ENTITIES,
  type CrewFlags,
  ENTITIES,
  type Flags,
  JOB_ENTITIES,
  listEffectiveFlags,
  PERMISSIONS,
  type Permission,
} from "./crew-permissions";
import { PRESET_IDS, PRESETS, type PresetId } from "./crew-presets";
import { ENTITY_LABELS, getPermissionLabel } from "./entity-words";
import {
  decodePermissions,
  describeRightsChange,
  encodePermissions,
  findMatchingPreset,
  getUserRights,
  groupPermissionsAsRights,
  listCrewPermissions,
  listHeldPermissions,
  RIGHT_IDS,
  RIGHTS,
  type RightId,
} from "./rights";

const crewWith = (allowed: readonly Permission[], name = "Night") => ({
  name,
  isPrimary: false,
  rows: ENTITIES.map((entity) => {
    const has = (flag: keyof Flags) => allowed.includes(`${entity}.${flag}`);
    return {
      entity,
      create: has("create"),
      read: has("read"),
      update: has("update"),
      delete: has("delete"),
    };
  }),
});
const preset = (id: PresetId) => crewWith([...PRESETS[id].allowed], PRESETS[id].name);
const admins: CrewFlags = { isPrimary: true, rows: [] };

const DRIVER: RightId[] = ["see_work", "change_loads", "see_notes", "add_notes", "see_company"];
const SCALE: RightId[] = ["see_landing", "add_files", "see_people"];
const HANDED_OUT: RightId[] = ["manage_destinations", "manage_people"];
const CAN: Record<PresetId, RightId[]> = {
  driver: DRIVER,
  crew_leader: [...DRIVER, ...SCALE, "make_loads", "count_landing", "draw_roads"],
  scale_clerk: [...DRIVER, ...SCALE],
  office: RIGHT_IDS.filter((id) => !HANDED_OUT.includes(id)),
  reader: ["see_work", "see_notes", "see_landing", "see_company", "see_people"],
};

describe("a user's abilities in everyday words", () => {
  it("each permission with a checkbox belongs to exactly one ability", () => {
    const all = RIGHT_IDS.flatMap((id): Permission[] => [...RIGHTS[id].permissions]);
    expect([...all].sort()).toEqual([...PERMISSIONS].sort());
    expect(new Set(RIGHT_IDS.map((id) => RIGHTS[id].words)).size).toBe(RIGHT_IDS.length);
  });

  it.each(PRESET_IDS)("preset %s grants whole abilities only, each of them listed", (id) => {
    const { can, cannot } = getUserRights([preset(id)]);
    expect(can.map((r) => r.id).sort()).toEqual([...CAN[id]].sort());
    expect(can.filter((r) => r.part.length > 0)).toEqual([]);
    expect(cannot).toEqual(RIGHT_IDS.filter((r) => !CAN[id].includes(r)).map((r) => RIGHTS[r].words));
    expect(findMatchingPreset(listHeldPermissions([preset(id)]))).toBe(id);
  });

  it("lists every ability for an admin, and none for a user in no crew", () => {
    expect(getUserRights([admins])).toMatchObject({ cannot: [] });
    expect(getUserRights([admins]).can).toHaveLength(RIGHT_IDS.length);
    expect(getUserRights([]).can).toEqual([]);
    expect([findMatchingPreset(listHeldPermissions([admins])), findMatchingPreset([])]).toEqual([null, null]);
  });

  it("finds the office preset for a crew without rows", () => {
    expect(findMatchingPreset(listHeldPermissions([{ isPrimary: false, rows: [] }]))).toBe("office");
  });

  it("lists the granted permissions of a partly granted ability", () => {
    expect(groupPermissionsAsRights(["job_rate.read", "job_rate.create", "photo.create"])).toEqual([
      { id: "add_notes", words: "Add notes and photos", part: ["add photos"] },
      { id: "see_prices", words: "See prices", part: [] },
      { id: "change_prices", words: "Change prices", part: ["add rates"] },
    ]);
    expect(getPermissionLabel("trip_ticket.update")).toBe("change trip tickets");
  });

  it("lists the crews that each ability comes from", () => {
    const { can } = getUserRights([preset("driver"), preset("reader")]);
    const from = (id: RightId) => can.find((r) => r.id === id)?.from.map((c) => c.name);
    expect([from("see_work"), from("change_loads"), from("see_people"), from("see_prices")]).toEqual([
      ["Driver", "Reader"],
      ["Driver"],
      ["Reader"],
      undefined,
    ]);
    // One crew grants reading and another changing; together the crews grant the ability.
    const halves = [crewWith(["road.read"], "Eyes"), crewWith(["road.update"], "Hands")];
    expect(getUserRights(halves).can.find((r) => r.id === "draw_roads")).toMatchObject({
      part: ["change roads"],
      from: [{ name: "Hands" }],
    });
    expect(getUserRights(halves.slice(1)).can).toEqual([]);
  });

  it("lists the abilities that a change adds and removes", () => {
    const change = describeRightsChange([...PRESETS.driver.allowed], [...PRESETS.reader.allowed]);
    expect(change.added.map((r) => r.id)).toEqual(["see_landing", "see_people"]);
    expect(change.taken.map((r) => r.id)).toEqual(["change_loads", "add_notes"]);
    expect(describeRightsChange(["job.read"], ["job.read"])).toEqual({ added: [], taken: [] });
  });
});

describe("labels of permission entities", () => {
  it("every entity with a checkbox has a description; all others are labeled as not in use", () => {
    for (const entity of [...COMPANY_ENTITIES, ...JOB_ENTITIES])
      expect(listEffectiveFlags(entity).length === 0).toBe(ENTITY_LABELS[entity].line === "Not in use yet");
  });
});

describe("permissions encoded in an address", () => {
  it("permissions encoded in an address decode to the same permissions", () => {
    const some = [
      PERMISSIONS,
      [],
      ...PRESET_IDS.map((id) => listCrewPermissions(preset(id))),
      ...PERMISSIONS.map((p) => [p]),
    ];
    for (const boxes of some) {
      expect(decodePermissions(encodePermissions(boxes))).toEqual(boxes);
      expect(listCrewPermissions(crewWith(boxes))).toEqual(boxes);
    }
    expect(listCrewPermissions({ isPrimary: false, rows: [] })).toEqual(
      listCrewPermissions(preset("office")),
    );
  });

  it("an invalid code decodes to null", () => {
    const good = encodePermissions([...PERMISSIONS]);
    for (const word of ["", "f", `${good}0`, good.replace("f", "g"), good.toUpperCase(), `${good.slice(1)}é`])
      expect(decodePermissions(word)).toBeNull();
  });
});
