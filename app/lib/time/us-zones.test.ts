import { expect, test } from "vitest";
import { isZone } from "./time";
import { otherZones, US_ZONES } from "./us-zones";

test("every zone of the United States is a zone, and none is listed twice", () => {
  const ids = US_ZONES.map(([id]) => id);
  expect(ids.filter((id) => !isZone(id))).toEqual([]);
  expect(new Set([...ids, ...otherZones()]).size).toBe(ids.length + otherZones().length);
});
