import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readNearbyFeatures } from "~/lib/basemap/near.server";
import { computeMilesBetween } from "~/lib/geo/geo";
import { drawMap } from "~/modules/maps/shared/drawing.server";
import { findPlacesByName } from "~/modules/maps/shared/find-places.server";
import { MapSvg } from "~/modules/maps/shared/map-svg";
import {
  buildTigerPlaces,
  buildTigerRoads,
  buildTigerWaters,
  SAMPLE_ROADS,
} from "~/modules/maps/testing/tiger";
import type { Database } from "../client.server";
import { groundFeature } from "../schema";
import { openTestDatabase } from "../testing/test-database";
import { importTigerFile } from "./import.server";

const folder = mkdtempSync(join(tmpdir(), "timbertally-ground-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const now = () => new Date("2026-11-23T12:00:00Z");
const saved = (name: string, content: Buffer | string) => {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
};
const crawford = { min_longitude: -85.05, max_longitude: -84.35, min_latitude: 44.5, max_latitude: 44.9 };
const grayling = { latitude: 44.6614, longitude: -84.7148 };
let db: Database;
const at = (zoom: number) =>
  drawMap(db.read, { view: { ...grayling, zoom }, county_id: 26039, pin: null, areas: [] });

beforeAll(async () => {
  db = await openTestDatabase();
});

describe("roads, waters and towns imported from the Census", () => {
  it("are read from shapefiles, without footpaths; unreadable features are counted", async () => {
    expect((await at(12)).near).toMatchObject({ major: "", minor: "", waters: "", names: [] });
    const roads = await importTigerFile(db, saved("tl_2025_26039_roads.zip", buildTigerRoads()), {
      now,
      batch: 3,
    });
    expect(roads).toEqual({ done: 7, refused: 0, resumedAt: 0, wasFinished: false });
    const { areas, lines } = buildTigerWaters();
    for (const [name, file] of [
      ["areawater", areas],
      ["linearwater", lines],
    ] as const)
      expect(await importTigerFile(db, saved(`tl_2025_26039_${name}.zip`, file), { now })).toMatchObject({
        refused: 0,
      });
    expect(
      await importTigerFile(db, saved("tl_2025_26_place.zip", buildTigerPlaces()), { now }),
    ).toMatchObject({
      done: 1,
      refused: 0,
    });
    const odd = {
      type: "FeatureCollection",
      features: [{ type: "Feature", properties: { MTFCC: "K2540" }, geometry: null }],
    };
    expect(await importTigerFile(db, saved("odd.geojson", JSON.stringify(odd)), { now })).toMatchObject({
      refused: 1,
    });
    const rows = await readNearbyFeatures(db.read, crawford, 5, 50);
    expect(rows.map(({ kind, rank, name }) => `${kind} ${rank} ${name}`)).toEqual([
      "road 1 I- 75",
      "road 2 State Hwy 72",
      "stream 2 E Br Au Sable Riv",
      "road 3 Old US Hwy 27",
      "road 3 Hartwick Pines Rd",
      "water 3 Lk Margrethe",
      "town 3 Pere Cheney",
      "road 4 Cedar St",
      "road 5 ",
    ]);
    const [first] = SAMPLE_ROADS;
    const [lng, lat] = rows[0]?.lines[0] ?? [];
    expect([lng, lat]).toEqual(first?.[4][0]?.map((n) => expect.closeTo(n, 5)));
  });

  it("are drawn with names below a county's map, in detail that depends on the zoom", async () => {
    const county = (await at(9)).near;
    for (const path of [county.major, county.minor, county.waters, county.streams])
      expect(path).toMatch(/^M/);
    expect((await at(7)).near).toMatchObject({ minor: "", tracks: "", waters: "" });
    expect((await at(7)).near.major).toMatch(/^M/);
    expect((await at(6)).near.major).toBe("");
    const near = await drawMap(db.read, {
      view: { latitude: 44.71, longitude: -84.72, zoom: 12 },
      county_id: 26039,
      pin: null,
      areas: [],
    });
    expect(near.near.names.map(({ text }) => text)).toEqual(
      expect.arrayContaining(["I- 75", "Old US Hwy 27"]),
    );
    expect((await at(13)).near.tracks + (await at(11)).near.tracks).toBe("");
    const html = renderToStaticMarkup(MapSvg({ drawing: near, label: "Map" }));
    expect(html).toMatch(/class="near-major" d="M/);
    expect(html).toContain(">Old US Hwy 27</text>");
    expect((await at(11)).near.towns.map(({ text }) => text)).toContain("Pere Cheney");
  });

  it("keep a map small even in large numbers, because the smallest roads are left out first", async () => {
    const many = Array.from({ length: 1500 }, (_, i): (typeof SAMPLE_ROADS)[number] => {
      const [x, y] = [-86 + (i % 40) * 0.004, 46 + Math.floor(i / 40) * 0.004];
      const line: [number, number][] = Array.from({ length: 12 }, (_, k) => [
        x + k * 0.0003 * ((i % 3) + 1),
        y + (k % 2) * 0.0006,
      ]);
      return [`99${i}`, `Street ${i}`, "M", "S1400", line];
    });
    await importTigerFile(db, saved("tl_2025_26999_roads.zip", buildTigerRoads(many)), { now });
    for (const zoom of [9, 11, 12, 13, 14]) {
      const view = { latitude: 46.07, longitude: -85.93, zoom };
      const drawing = await drawMap(db.read, { view, county_id: null, pin: null, areas: [] });
      const html = renderToStaticMarkup(MapSvg({ drawing, label: "Map" }));
      expect(`${zoom} ${gzipSync(html).length > 13_000}`).toBe(`${zoom} false`);
      if (zoom > 11) expect(drawing.near.minor.length).toBeGreaterThan(1_500);
    }
    await importTigerFile(db, saved("tl_2026_26999_roads.zip", buildTigerRoads(many.slice(0, 1))), { now });
  });

  it("allow finding a yard by its road miles from a town, or by a town that only the Census lists", async () => {
    const [place] = await findPlacesByName(db.read, "two miles north of Grayling on the old 27", null);
    expect(place).toMatchObject({
      name: "2 miles N of Grayling on Old US Hwy 27",
      about: "Crawford County, MI",
    });
    const view = place?.view ?? grayling;
    expect(computeMilesBetween(view, { latitude: 44.69, longitude: -84.7133 })).toBeLessThan(0.4);
    const [without] = await findPlacesByName(db.read, "two miles north of Grayling on County Road 612", null);
    expect(without?.name).toBe("2 miles N of Grayling");
    expect((await findPlacesByName(db.read, "Pere Cheney", null))[0]).toMatchObject({ name: "Pere Cheney" });
    expect((await findPlacesByName(db.read, "2 miles west of Pere Cheney", null))[0]).toMatchObject({
      name: "2 miles W of Pere Cheney",
      view: { latitude: 44.6105 },
    });
  });

  it("are replaced by a newer edition, and the same file is not imported twice", async () => {
    const again = saved("tl_2025_26039_roads.zip", buildTigerRoads());
    expect(await importTigerFile(db, again, { now })).toMatchObject({ wasFinished: true });
    const [one, two] = [SAMPLE_ROADS.slice(0, 3), SAMPLE_ROADS.slice(1, 2)];
    const newer = saved(
      "tl_2026_26039_roads.zip",
      buildTigerRoads([...one, ["1104755900008", "New Rd", "M", "S1400", two[0]?.[4] ?? []]]),
    );
    await importTigerFile(db, newer, { now });
    const roads = (await readNearbyFeatures(db.read, crawford, 5, 50)).filter(({ kind }) => kind === "road");
    expect(roads.map(({ name }) => name).sort()).toEqual([
      "I- 75",
      "New Rd",
      "Old US Hwy 27",
      "State Hwy 72",
    ]);
    const [count] = await db.read.select({ n: sql<number>`count(*)` }).from(groundFeature);
    expect(count?.n).toBe(4 + 3 + 1);
    const boxes = await db.client.execute("SELECT count(*) AS n FROM ground_feature_box");
    expect(boxes.rows[0]?.n).toBe(4 + 3 + 1);
  });
});
