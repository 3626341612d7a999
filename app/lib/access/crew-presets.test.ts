import { describe, expect, it } from "vitest";
import {
  combineCrewFlags,
  ENTITIES,
  type Flags,
  isGrantable,
  PERMISSIONS,
  type Permission,
} from "./crew-permissions";
import { getPresetFlags, PRESET_IDS, PRESETS, type PresetId } from "./crew-presets";

const admin = combineCrewFlags([{ isPrimary: true, rows: [] }]);
const allowed = (id: PresetId): ReadonlySet<Permission> => PRESETS[id].allowed;

describe("permissions of a new crew by preset", () => {
  it("lists every preset once, starting with driver", () => {
    expect(Object.keys(PRESETS)).toEqual([...PRESET_IDS]);
    expect(PRESET_IDS[0]).toBe("driver");
  });

  it.each(PRESET_IDS)("%s allows only permissions with a checkbox, and none that admins must grant", (id) => {
    expect([...allowed(id)].filter((p) => !PERMISSIONS.includes(p))).toEqual([]);
    for (const entity of ENTITIES)
      for (const flag of ["create", "update", "delete"] as const)
        expect(allowed(id).has(`${entity}.${flag}`) && isGrantable(entity, flag)).toBe(false);
    // A crew that may change or delete something may also read it.
    for (const entity of ENTITIES)
      if (allowed(id).has(`${entity}.update`) || allowed(id).has(`${entity}.delete`))
        expect(allowed(id)).toContain(`${entity}.read`);
  });

  it("presets for load work allow at least the driver's permissions; only office reads rates and contracts", () => {
    for (const id of ["crew_leader", "scale_clerk", "office"] as const)
      expect([...allowed("driver")].filter((p) => !allowed(id).has(p))).toEqual([]);
    for (const id of PRESET_IDS)
      for (const entity of ["job_rate", "job_company"] as const)
        expect(allowed(id).has(`${entity}.read`)).toBe(id === "office");
    expect([...allowed("reader")].filter((p) => !p.endsWith(".read"))).toEqual([]);
    expect([...allowed("driver")].filter((p) => !/\.read$|^(comment|photo)\./.test(p))).toEqual([
      "trip_ticket.update",
    ]);
  });

  it("the office preset allows the same as a crew without rows", () => {
    const unset = combineCrewFlags([{ isPrimary: false, rows: [] }]);
    for (const entity of ENTITIES) expect(getPresetFlags("office", entity, admin)).toEqual(unset[entity]);
  });

  it("a preset gives a new crew no permission that its creator lacks", () => {
    const none: Flags = { create: false, read: false, update: false, delete: false };
    const maker = combineCrewFlags([
      { isPrimary: false, rows: [{ entity: "trip_ticket", ...none, read: true }] },
    ]);
    for (const id of PRESET_IDS)
      expect(getPresetFlags(id, "trip_ticket", maker)).toEqual({ ...none, read: true });
  });
});
