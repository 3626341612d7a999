import { expect, test } from "vitest";
import { parseStoredGeometry, toMultiPolygon } from "./geometry";

test("a geometry is read as it was kept, and anything else is not taken for one", () => {
  const point = { type: "Point", coordinates: [-84.8, 44.8] };
  expect(parseStoredGeometry(JSON.stringify(point))).toEqual(point);
  for (const other of ["null", "[]", '{"type":"Topology"}', '{"type":"Polygon"}'])
    expect(() => parseStoredGeometry(other)).toThrow(TypeError);
});

test("an outline has several parts, or one, and a point has none", () => {
  const ring = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ];
  const multiPolygon = toMultiPolygon({ type: "Polygon", coordinates: [ring] });
  expect(multiPolygon).toEqual({ type: "MultiPolygon", coordinates: [[ring]] });
  expect(toMultiPolygon(multiPolygon)).toBe(multiPolygon);
  expect(toMultiPolygon({ type: "Point", coordinates: [0, 0] }).coordinates).toEqual([]);
});
