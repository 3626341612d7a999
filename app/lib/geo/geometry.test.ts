import { expect, test } from "vitest";
import { parseStoredGeometry, toMultiPolygon } from "./geometry";

test("parses a stored geometry, and throws on anything else", () => {
  const point = { type: "Point", coordinates: [-84.8, 44.8] };
  expect(parseStoredGeometry(JSON.stringify(point))).toEqual(point);
  for (const other of ["null", "[]", '{"type":"Topology"}', '{"type":"Polygon"}'])
    expect(() => parseStoredGeometry(other)).toThrow(TypeError);
});

test("converts a polygon to a multipolygon, and a point to an empty one", () => {
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
