import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow } from "#db/factories";
import { plssSection, plssTownship } from "#db/schema";
import { openTestDatabase } from "#db/testing/test-database";
import { toJobLocation } from "~/lib/geo/location";
import { readLandNotice } from "./land-notice.server";

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
});

const LAND = { township: "T27N", range: "R3W", section: "12" };
const pin = (latitude: number, longitude: number) => ({ latitude, longitude, geom: null });
const square = (west: number, south: number, east: number, north: number) => ({
  type: "MultiPolygon" as const,
  coordinates: [
    [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  ],
});

test("by approximate lines, reports a pin in another township but not one close to the line", async () => {
  const notice = await readLandNotice(db.read, pin(44.7, -84.7), LAND);
  const { section, ...town } = notice?.land ?? { section: "" };
  expect(town).toMatchObject({ township: "T27N", range: "R3W", is_approximate: true });
  expect(notice?.title).toBe(`The pin lies in S${section} T27N R3W. Use that?`);
  expect(notice?.said).toBe("S12 T27N R3W");
  expect(await readLandNotice(db.read, pin(44.7, -84.7), { ...LAND, section: String(section) })).toBeNull();
  // A pin 350 m to the west may be in another section by the approximate lines, and gets no notice.
  const beside = { ...LAND, township: "27 n", section: `Sec. ${section}` };
  expect(await readLandNotice(db.read, pin(44.7, -84.7045), beside)).toBeNull();
  expect(await readLandNotice(db.read, { latitude: null, longitude: null, geom: null }, LAND)).toBeNull();
  // Georgia has no survey lines.
  expect(await readLandNotice(db.read, pin(31.2, -82.3), LAND)).toBeNull();
});

test("by surveyed lines, reports the section with most of the shape", async () => {
  const edges = { west: -110.12, south: 43, east: -110, north: 43.09 };
  await insertRow(db, plssTownship, {
    plssid: "WY060300N1100W0",
    us_state_id: 56,
    plss_meridian_code: "06",
    township_number: 30,
    township_direction: "N",
    range_number: 110,
    range_direction: "W",
    label: "30N 110W",
    geom: JSON.stringify(square(-110.12, 43, -110, 43.09)),
    ...edges,
  });
  for (const [frstdivno, west] of [
    ["35", -110.04],
    ["36", -110.02],
  ] as const)
    await insertRow(db, plssSection, {
      plssid: "WY060300N1100W0",
      frstdivid: `WY060300N1100W0SN${frstdivno}0`,
      frstdivno,
      geom: JSON.stringify(square(west, 43, west + 0.02, 43.015)),
      west,
      south: 43,
      east: west + 0.02,
      north: 43.015,
    });
  const shape = toJobLocation(square(-110.023, 43.002, -110.008, 43.012));
  const result = { township: "T30N", range: "R110W", section: "35" };
  const notice = await readLandNotice(db.read, shape, result);
  expect(notice?.title).toBe("The shape lies mostly in S36 T30N R110W. Use that?");
  expect(notice?.land).toMatchObject({ plss_meridian_code: "06", section: "36", is_approximate: false });
  expect(await readLandNotice(db.read, shape, { ...result, section: "36" })).toBeNull();
});

test("the land description of the demo's Michigan job matches the job's position", async () => {
  expect(
    await readLandNotice(db.read, pin(44.8361, -84.8203), { township: "T28N", range: "R4W", section: "17" }),
  ).not.toBeNull();
  expect(
    await readLandNotice(db.read, pin(44.8361, -84.8203), { township: "T28N", range: "R4W", section: "8" }),
  ).toBeNull();
});
