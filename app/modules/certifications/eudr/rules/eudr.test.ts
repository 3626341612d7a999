import type { FeatureCollection } from "geojson";
import { expect, it, test } from "vitest";
import {
  buildEudrFileName,
  buildEudrGeoJson,
  canExportEudr,
  type EudrHarvest,
  findEudrProblems,
} from "./eudr";

const ring = [
  [-84.72, 44.66],
  [-84.71, 44.66],
  [-84.71, 44.67],
  [-84.72, 44.67],
  [-84.72, 44.66],
];
const harvest: EudrHarvest = {
  name: "Deward Tract",
  county: "Crawford, MI",
  geom: { type: "MultiPolygon", coordinates: [[ring]] },
  pin: { latitude: 44.665, longitude: -84.715 },
  producer: "Au Sable Land Trust",
  may_see_producer: true,
  unnamed_products: [],
};

it("the EUDR file is a single feature collection in the format of the regulation's system", () => {
  const text = buildEudrGeoJson(harvest);
  const read = JSON.parse(text) as FeatureCollection;
  expect(read).not.toHaveProperty("crs");
  expect(read.features).toHaveLength(1);
  expect(read.features[0]?.properties).toEqual({
    ProducerName: "Au Sable Land Trust",
    ProducerCountry: "US",
    ProductionPlace: "Deward Tract, Crawford, MI",
    Area: expect.closeTo(88.1, 0),
  });
  const geometry = read.features[0]?.geometry;
  if (geometry?.type !== "Polygon") throw new Error("no polygon");
  const [outer = [], ...holes] = geometry.coordinates;
  expect(holes).toEqual([]);
  expect(outer.length).toBeGreaterThanOrEqual(4);
  expect(outer[0]).toEqual(outer.at(-1));
  // Check that coordinates are longitude first, and have at least six decimals in the file's text.
  expect(outer[0]?.[0]).toBeLessThan(-80);
  expect(text.match(/-?\d+\.\d+(?=[,\]])/g)?.every((n) => /\.\d{6,}$/.test(n))).toBe(true);
  expect(findEudrProblems(harvest)).toEqual([]);
});

it("exports a pin as a point, with a note about points", () => {
  const pinned = { ...harvest, geom: null };
  expect(JSON.parse(buildEudrGeoJson(pinned)).features[0].geometry).toEqual({
    type: "Point",
    coordinates: [-84.715, 44.665],
  });
  expect(findEudrProblems(pinned)).toEqual([
    expect.stringMatching(/^The job has a pin and no areas\. .*4 hectares/),
  ]);
});

test.each<[string, Partial<EudrHarvest>, RegExp, boolean]>([
  ["no place", { geom: null, pin: null }, /doesn't have areas or a pin/, false],
  [
    "an area that crosses itself",
    {
      geom: {
        type: "MultiPolygon",
        coordinates: [
          [
            [
              [0, 0],
              [1, 1],
              [1, 0],
              [0, 1],
              [0, 0],
            ],
          ],
        ],
      },
    },
    /Area 1 crosses itself/,
    false,
  ],
  [
    "a hole",
    {
      geom: {
        type: "MultiPolygon",
        coordinates: [
          [
            ring,
            [
              [-84.716, 44.664],
              [-84.716, 44.666],
              [-84.714, 44.666],
              [-84.716, 44.664],
            ],
          ],
        ],
      },
    },
    /Area 1 has a hole/,
    true,
  ],
  ["no land owner", { producer: null }, /no land owner/, true],
  ["an owner that is not theirs to see", { producer: null, may_see_producer: false }, /crew can't see/, true],
  [
    "a product of no species",
    { unnamed_products: ["Pulpwood, Hardwood"] },
    /^Pulpwood, Hardwood doesn't name a species/,
    true,
  ],
])("%s is listed before the download", (_, changes, problem, isExportable) => {
  const changed = { ...harvest, ...changes };
  expect(findEudrProblems(changed)).toContainEqual(expect.stringMatching(problem));
  expect(canExportEudr(changed)).toBe(isExportable);
});

it("never shows the land owner to users without permission", () => {
  expect(buildEudrGeoJson({ ...harvest, may_see_producer: false })).not.toContain("Au Sable");
});

test.each([
  ["Deward Tract", "eudr-deward-tract.geojson"],
  ['"../../etc"; x=y', "eudr-etc-x-y.geojson"],
  ["杉", "eudr-job.geojson"],
])("names the EUDR file of %s as %s", (name, file) => {
  expect(buildEudrFileName(name)).toBe(file);
});
