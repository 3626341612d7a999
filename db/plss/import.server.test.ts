import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  findSectionAt,
  findTownshipsByName,
  readTownshipsInBox,
} from "~/modules/land/shared/townships.server";
import { buildDbf, buildShp, buildZip, type XY } from "~/modules/maps/testing/shapefile";
import type { Database } from "../client.server";
import { UnreadableShapesError } from "../geo-import/features";
import { plssTownship } from "../schema";
import { openTestDatabase } from "../testing/test-database";
import { importPlss } from "./import.server";

const folder = mkdtempSync(join(tmpdir(), "timbertally-plss-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
});
const now = () => new Date("2026-11-20T12:00:00Z");

/** Return a clockwise square, a tenth of a degree wide by default. */
const square = (west: number, south: number, size = 0.1): XY[] => [
  [west, south],
  [west, south + size],
  [west + size, south + size],
  [west + size, south],
  [west, south],
];
const township = (number: number, range: number, changes: Record<string, unknown> = {}) => ({
  type: "Feature",
  properties: {
    PLSSID: `IA05${String(number).padStart(3, "0")}0N${String(range).padStart(3, "0")}0W0`,
    STATEABBR: "IA",
    PRINMERCD: "05",
    TWNSHPNO: String(number).padStart(3, "0"),
    TWNSHPFRAC: "0",
    TWNSHPDIR: "N",
    RANGENO: String(range).padStart(3, "0"),
    RANGEFRAC: "0",
    RANGEDIR: "W",
    TWNSHPLAB: `${number}N ${range}W`,
    ...changes,
  },
  geometry: { type: "Polygon", coordinates: [square(-94 - range / 10, 38 + number / 20)] },
});
const collection = (features: unknown[]) =>
  JSON.stringify({ type: "FeatureCollection", name: 'a "features": [trap] \\" here', features });
const saved = (name: string, content: string | Buffer) => {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
};
const count = async () => (await db.read.select({ n: sql<number>`count(*)` }).from(plssTownship))[0]?.n;

describe("import of PLSS townships", () => {
  const many = Array.from({ length: 130 }, (_, i) => township(71 + (i % 26), 30 + Math.floor(i / 26)));

  it("imports townships, finds them by location and name, and creates no duplicates when repeated", async () => {
    const file = saved("iowa.geojson", collection(many));
    const steps: number[] = [];
    const first = await importPlss(db, file, {
      kind: "townships",
      now,
      batch: 50,
      progress: (n) => steps.push(n),
    });
    expect([first, steps]).toEqual([
      { done: 130, refused: 0, resumedAt: 0, wasFinished: false },
      [50, 100, 130],
    ]);
    expect(await importPlss(db, file, { kind: "townships", now })).toMatchObject({ wasFinished: true });
    const changed = saved(
      "again.geojson",
      collection([township(84, 34, { TWNSHPLAB: "84N 34W again" }), ...many.slice(0, 3)]),
    );
    await importPlss(db, changed, { kind: "townships", now });
    expect(await count()).toBe(130);

    const name = {
      township: { number: 84, direction: "N" as const },
      range: { number: 34, direction: "W" as const },
    };
    const [found, ...more] = await findTownshipsByName(db.read, name, { us_state_id: 19, meridians: ["05"] });
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      plssid: "IA050840N0340W0",
      label: "84N 34W again",
      township: "T84N",
      range: "R34W",
      plss_meridian_code: "05",
      is_approximate: false,
    });
    const box = { min_longitude: -97.35, max_longitude: -97.32, min_latitude: 42.22, max_latitude: 42.24 };
    const around = await readTownshipsInBox(db.read, box);
    expect(around.map((t) => t.label)).toContain("84N 34W again");
    expect(around.length).toBeLessThan(9);
    expect(await findSectionAt(db.read, { latitude: 42.275, longitude: -97.31 })).toMatchObject({
      range: "R34W",
      section: null,
      meridian: "Fifth Principal",
      is_approximate: false,
    });
  });

  it("an interrupted import continues where it stopped, however often it is interrupted", async () => {
    const wisconsin = many.map((f, i) => ({
      ...f,
      properties: { ...f.properties, PLSSID: `WI46${i}`, STATEABBR: "WI", PRINMERCD: "46" },
    }));
    const file = saved("wisconsin.geojson", collection(wisconsin));
    const breaking = (index: number) => (done: number) => {
      if (done === index) throw new Error("the power went");
    };
    const go = (index: number) =>
      importPlss(db, file, { kind: "townships", now, batch: 40, progress: breaking(index) });
    await expect(go(40)).rejects.toThrow("the power went");
    await expect(go(80)).rejects.toThrow("the power went");
    expect(await go(-1)).toEqual({ done: 130, refused: 0, resumedAt: 80, wasFinished: false });
    expect(await count()).toBe(260);
  });

  it("imports only one state if requested, and skips and counts other features", async () => {
    const before = await count();
    const file = saved(
      "mixed.geojson",
      collection([
        township(10, 3, { PLSSID: "MN050100N0030W0", STATEABBR: "MN", PRINMERCD: "5" }),
        township(11, 3, { PLSSID: "ND050110N0030W0", STATEABBR: "ND" }),
        township(12, 3, { PLSSID: "MN050120N0030W0", STATEABBR: "MN", TWNSHPDIR: "X" }),
        township(13, 3, { PLSSID: "MN990130N0030W0", STATEABBR: "MN", PRINMERCD: "99" }),
        { ...township(14, 3, { PLSSID: "MN050140N0030W0", STATEABBR: "MN" }), geometry: null },
      ]),
    );
    expect(await importPlss(db, file, { kind: "townships", state: "MN", now })).toMatchObject({
      done: 5,
      refused: 3,
    });
    expect(await count()).toBe(Number(before) + 1);
  });

  it("imports townships from a zipped shapefile", async () => {
    const columns: [string, number][] = [
      ["PLSSID", 15],
      ["STATEABBR", 2],
      ["PRINMERCD", 2],
      ["TWNSHPNO", 3],
      ["TWNSHPDIR", 1],
      ["RANGENO", 3],
      ["RANGEDIR", 1],
    ];
    const file = saved(
      "michigan.zip",
      buildZip({
        "PLSSTownship.shp": buildShp([[square(-84.8, 44.7)], [square(-84.7, 44.7)]]),
        "PLSSTownship.dbf": buildDbf(columns, [
          ["MI190270N0030W0", "MI", "19", "027", "N", "003", "W"],
          ["MI190270N0020W0", "MI", "19", "027", "N", "002", "W"],
        ]),
        "PLSSTownship.prj": 'GEOGCS["GCS_North_American_1983"]',
      }),
    );
    expect(await importPlss(db, file, { kind: "townships", now })).toMatchObject({ done: 2, refused: 0 });
    expect(await findSectionAt(db.read, { latitude: 44.75, longitude: -84.75 })).toMatchObject({
      township: "T27N",
      range: "R3W",
      is_approximate: false,
    });
  });
});

it("finds a section by location and returns its number without leading zeros", async () => {
  const section = (number: string, west: number) => ({
    type: "Feature",
    properties: {
      PLSSID: "MI190270N0030W0",
      FRSTDIVID: `MI190270N0030W0SN${number}0`,
      FRSTDIVTYP: "SN",
      FRSTDIVNO: number,
    },
    geometry: { type: "Polygon", coordinates: [square(west, 44.74, 0.02)] },
  });
  const file = saved("sections.geojson", collection([section("05", -84.78), section("28", -84.76)]));
  await importPlss(db, file, { kind: "sections", now });
  expect(await findSectionAt(db.read, { latitude: 44.75, longitude: -84.77 })).toMatchObject({
    section: "5",
  });
  expect(await findSectionAt(db.read, { latitude: 44.75, longitude: -84.75 })).toMatchObject({
    section: "28",
  });
});

it("without an import, suggests a township computed from the grid in Michigan and none in Oregon", async () => {
  expect(await findSectionAt(db.read, { latitude: 44.2, longitude: -85.2 })).toMatchObject({
    plss_meridian_code: "19",
    meridian: "Michigan",
    is_approximate: true,
  });
  expect(await findSectionAt(db.read, { latitude: 42.575, longitude: -119.36 })).toBeNull();
});

it.each([
  ["cut off", collection([township(1, 1)]).slice(0, -30)],
  ["no GeoJSON", "hello"],
  ["broken", '{"features":[{"type":Feature}]}'],
  ["an archive of nothing", buildZip({ "a.txt": "x" })],
])("rejects a file that is %s with a readable error", async (name, content) => {
  const file = saved(`${name}.geojson`, content);
  await expect(importPlss(db, file, { kind: "townships", now })).rejects.toBeInstanceOf(
    UnreadableShapesError,
  );
});
