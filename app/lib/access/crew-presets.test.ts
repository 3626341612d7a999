import { describe, expect, it } from "vitest";
import {
  ENTITIES,
  evaluateCrews,
  type Flags,
  isGrantable,
  PERMISSIONS,
  type Permission,
} from "./crew-permissions";
import { getPresetFlags, PRESET_IDS, PRESETS, type PresetId } from "./crew-presets";

const admin = evaluateCrews([{ isPrimary: true, rows: [] }]);
const allowed = (id: PresetId): ReadonlySet<Permission> => PRESETS[id].allowed;

describe("what a new crew may do by its preset", () => {
  it("lists every preset once, the driver's first", () => {
    expect(Object.keys(PRESETS)).toEqual([...PRESET_IDS]);
    expect(PRESET_IDS[0]).toBe("driver");
  });

  it.each(PRESET_IDS)("%s allows only what has a box, and hands nothing out that is the admins'", (id) => {
    expect([...allowed(id)].filter((p) => !PERMISSIONS.includes(p))).toEqual([]);
    for (const entity of ENTITIES)
      for (const flag of ["create", "update", "delete"] as const)
        expect(allowed(id).has(`${entity}.${flag}`) && isGrantable(entity, flag)).toBe(false);
    // A crew that may change or delete something may read it as well.
    for (const entity of ENTITIES)
      if (allowed(id).has(`${entity}.update`) || allowed(id).has(`${entity}.delete`))
        expect(allowed(id)).toContain(`${entity}.read`);
  });

  it("allows nobody who works with loads less than drivers, and prices and contracts to the office alone", () => {
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

  it("gives the office what a crew has that nothing is set for", () => {
    const unset = evaluateCrews([{ isPrimary: false, rows: [] }]);
    for (const entity of ENTITIES) expect(getPresetFlags("office", entity, admin)).toEqual(unset[entity]);
  });

  it("gives nothing that the crew's maker lacks", () => {
    const none: Flags = { create: false, read: false, update: false, delete: false };
    const maker = evaluateCrews([
      { isPrimary: false, rows: [{ entity: "trip_ticket", ...none, read: true }] },
    ]);
    for (const id of PRESET_IDS)
      expect(getPresetFlags(id, "trip_ticket", maker)).toEqual({ ...none, read: true });
  });
});
