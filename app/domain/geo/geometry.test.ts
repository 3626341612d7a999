import { expect, test } from "vitest";
import { storedGeometry } from "./geometry";

test("a geometry is read as it was kept, and anything else is not taken for one", () => {
  const point = { type: "Point", coordinates: [-84.8, 44.8] };
  expect(storedGeometry(JSON.stringify(point))).toEqual(point);
  for (const other of ["null", "[]", '{"type":"Topology"}', '{"type":"Polygon"}'])
    expect(() => storedGeometry(other)).toThrow(TypeError);
});
