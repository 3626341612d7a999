import { brotliCompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { makeCompany, makeUser } from "#db/factories";
import { actAs, catchError } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { readCountyBorders } from "~/lib/basemap/land.server";
import { readCountiesInBox, readCountyOutlines } from "../shared/counties.server";
import { getLocalMapData } from "./near-layers.server";

const CRAWFORD = { west: -85, south: 44.4, east: -84.2, north: 45 };
const MICHIGAN = { west: -90, south: 41, east: -82, north: 47 };

describe("data for a part of the interactive map", async () => {
  const db = await openTestDatabase();
  const c = await makeCompany(db);
  const person = await actAs(db, await makeUser(db, {}, [c.admins]), c.id);
  const near = (box: typeof CRAWFORD, zoom: number) => person.call(getLocalMapData, { ...box, zoom });
  type Near = Awaited<ReturnType<typeof near>>;
  const counties = ({ features }: Near) => features.filter((f) => f.properties.kind === "county");
  const names = (match: Near) =>
    counties(match)
      .filter((f) => f.geometry.type === "Point")
      .map((f) => f.properties.name);

  it("returns county borders from zoom 6, county names from 8, and county outlines from 9", async () => {
    expect(counties(await near(MICHIGAN, 5))).toEqual([]);
    const afar = await near(MICHIGAN, 6);
    expect(counties(afar)).toHaveLength(1);
    expect(counties(afar)[0]).toMatchObject({
      properties: { name: "", is_approximate: true },
      geometry: { type: "MultiLineString" },
    });
    // The borders for a large screen are small enough for a phone's connection.
    expect(brotliCompressSync(JSON.stringify(afar)).length).toBeLessThan(20_000);
    expect(names(await near(CRAWFORD, 7))).toEqual([]);
    expect(names(await near(CRAWFORD, 8))).toEqual(
      expect.arrayContaining(["Crawford", "Roscommon", "Otsego"]),
    );
    const close = await near(CRAWFORD, 9);
    const outlined = counties(close).filter((f) => f.geometry.type === "MultiPolygon");
    expect(outlined.map((f) => f.properties.name)).toContain("Crawford");
    expect(outlined.every((f) => !f.properties.is_approximate)).toBe(true);
    expect(names(close)).toContain("Crawford");
    expect(counties(close).some((f) => f.geometry.type === "MultiLineString")).toBe(false);
  });

  it("draws coarse county borders within two kilometers of the counties' own outlines", async () => {
    const box = { min_longitude: -85, max_longitude: -84.2, min_latitude: 44.4, max_latitude: 45 };
    const outlines = (await readCountyOutlines(db.read, box)).flatMap(({ geom }) =>
      geom.coordinates.flat().flat(),
    );
    expect(outlines.length).toBeGreaterThan(50);
    const lines = (await readCountyBorders()).flatMap(({ at }) =>
      Array.from({ length: at.length / 2 }, (_, i) => [at[2 * i] ?? 0, at[2 * i + 1] ?? 0]),
    );
    const inside = lines.filter(([x = 0, y = 0]) => x > -85 && x < -84.2 && y > 44.4 && y < 45);
    expect(inside.length).toBeGreaterThan(5);
    for (const [x = 0, y = 0] of inside) {
      const off = Math.min(...outlines.map(([ox = 0, oy = 0]) => Math.hypot((ox - x) * 0.71, oy - y)));
      expect(off).toBeLessThan(0.018);
    }
    expect((await readCountiesInBox(db.read, box)).map(({ name }) => name)).toContain("Crawford");
  });

  it("refuses a box that is empty, reversed, or wider than a screen", async () => {
    const bad = [
      { ...CRAWFORD, west: -84.2 },
      { ...CRAWFORD, south: 45 },
      { west: -125, east: -94, south: 30, north: 40 },
      { west: -90, east: -80, south: 20, north: 51 },
      { ...CRAWFORD, west: Number.NaN },
    ];
    for (const box of bad) expect((await catchError(near(box, 7))).refusal.kind).toBe("invalid");
  });
});
