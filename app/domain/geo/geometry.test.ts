import { expect, test } from "vitest";
import { multiPolygonOf, storedGeometry } from "./geometry";

test("a geometry is read as it was kept, and anything else is not taken for one", () => {
  const point = { type: "Point", coordinates: [-84.8, 44.8] };
  expect(storedGeometry(JSON.stringify(point))).toEqual(point);
  for (const other of ["null", "[]", '{"type":"Topology"}', '{"type":"Polygon"}'])
    expect(() => storedGeometry(other)).toThrow(TypeError);
});

test("an outline has several parts, or one, and a point has none", () => {
  const ring = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ];
  const one = multiPolygonOf({ type: "Polygon", coordinates: [ring] });
  expect(one).toEqual({ type: "MultiPolygon", coordinates: [[ring]] });
  expect(multiPolygonOf(one)).toBe(one);
  expect(multiPolygonOf({ type: "Point", coordinates: [0, 0] }).coordinates).toEqual([]);
});
