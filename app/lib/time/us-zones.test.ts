import { expect, test } from "vitest";
import { isZone } from "./time";
import { listOtherZones, US_ZONES } from "./us-zones";

test("lists only valid zones, each once", () => {
  const ids = US_ZONES.map(([id]) => id);
  expect(ids.filter((id) => !isZone(id))).toEqual([]);
  expect(new Set([...ids, ...listOtherZones()]).size).toBe(ids.length + listOtherZones().length);
});
