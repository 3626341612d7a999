import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { buildDbf, buildShp, buildZip, type XY } from "~/modules/maps/testing/shapefile";
import { readFeatures, UnreadableShapesError } from "./features";

const folder = mkdtempSync(join(tmpdir(), "timbertally-shapes-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const square = (west: number): XY[] => [
  [west, 44],
  [west, 44.1],
  [west + 0.1, 44.1],
  [west + 0.1, 44],
  [west, 44],
];
const layer = (west: number, name: string) => ({
  shp: buildShp([[square(west)]]),
  dbf: buildDbf([["NAME", 20]], [[name]]),
});
async function read(files: Record<string, Buffer | string>) {
  const file = join(folder, "sent.zip");
  writeFileSync(file, buildZip(files));
  const features: [string, number][] = [];
  for await (const { properties, geometry } of readFeatures(file)) {
    const [west = 0] = geometry?.type === "MultiPolygon" ? (geometry.coordinates[0]?.[0]?.[0] ?? []) : [];
    features.push([String(properties.NAME), west]);
  }
  return features;
}

describe("an archive of several layers", () => {
  const [one, two] = [layer(-84, "T26N"), layer(-85, "T27N")];

  it("reads all layers, each outline with its own layer's table, whatever the order of the files", async () => {
    const both = [
      ["T26N", -84],
      ["T27N", -85],
    ];
    const parts = { "a.shp": one.shp, "a.dbf": one.dbf, "b.shp": two.shp, "b.dbf": two.dbf };
    expect(await read(parts)).toEqual(both);
    expect(await read(Object.fromEntries(Object.entries(parts).reverse()))).toEqual(both);
    expect(await read({ "b.shp": two.shp, "a.dbf": one.dbf, "b.DBF": two.dbf, "A.SHP": one.shp })).toEqual(
      both,
    );
  });

  it("distinguishes files of the same name in different folders", async () => {
    const parts = {
      "26/plss.shp": one.shp,
      "27/plss.dbf": two.dbf,
      "27/plss.shp": two.shp,
      "26/plss.dbf": one.dbf,
    };
    expect(await read(parts)).toEqual([
      ["T26N", -84],
      ["T27N", -85],
    ]);
  });

  it("is refused if a layer lacks its table", async () => {
    await expect(read({ "a.shp": one.shp, "a.dbf": one.dbf, "b.shp": two.shp })).rejects.toThrow(
      UnreadableShapesError,
    );
    await expect(read({ "a.shp": one.shp, "b.dbf": two.dbf })).rejects.toThrow("There is no .dbf for a.shp");
  });
});

it("reads names in Windows-1252 and in UTF-8 correctly", async () => {
  const names = buildDbf([["NAME", 20]], [["O\x92Brien \x96 Pe\xF1a Rd"]]);
  expect(await read({ "a.shp": layer(-84, "").shp, "a.dbf": names })).toEqual([["O’Brien – Peña Rd", -84]]);
  const utf8 = buildDbf([["NAME", 20]], [[Buffer.from("Peña Rd").toString("latin1")]]);
  expect(await read({ "a.shp": layer(-84, "").shp, "a.dbf": utf8 })).toEqual([["Peña Rd", -84]]);
});
