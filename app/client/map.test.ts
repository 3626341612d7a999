import { expect, test } from "vitest";
import { parseMapSettings } from "./map";

test("accepts only complete map settings whose files are on this site", () => {
  const result = {
    script: "/assets/island-1.js",
    styles: ["/assets/island-1.css"],
    layers: ["/api/jobs/1/map", { type: "FeatureCollection", features: [] }],
    sights: "/api/map",
    photo: { token: null, usgs: false },
  };
  const { sights: _, ...without } = result;
  expect(parseMapSettings(JSON.stringify(result))).toEqual(result);
  expect(parseMapSettings(JSON.stringify(without))).toEqual({ ...without, sights: undefined });
  const wrong = [
    { script: "//elsewhere.test/island.js" },
    { script: "https://elsewhere.test/island.js" },
    { script: null },
    { styles: ["//elsewhere.test/island.css"] },
    { styles: "/assets/island-1.css" },
    { layers: null },
    { sights: 1 },
    { photo: null },
  ];
  for (const part of wrong)
    expect(parseMapSettings(JSON.stringify({ ...result, ...part })), JSON.stringify(part)).toBeNull();
  for (const text of ["", "null", "1", '"/assets/island-1.js"', "[]", "{"])
    expect(parseMapSettings(text), text).toBeNull();
});
