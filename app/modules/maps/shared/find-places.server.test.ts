import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { openTestDatabase } from "#db/testing/test-database";
import { findPlacesByName, readPlaceNote } from "./find-places.server";

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
});

const michigan = { latitude: 44.5, longitude: -84.7 };
const found = async (typed: string) => {
  const [first] = await findPlacesByName(db.read, typed, michigan);
  return first && `${first.name}, ${first.about} at ${first.view.zoom}`;
};

test.each([
  ["grayling", "Grayling, Crawford County, MI at 12"],
  ["Grayling, MI", "Grayling, Crawford County, MI at 12"],
  ["grayling,mi", "Grayling, Crawford County, MI at 12"],
  ["grayling michigan", "Grayling, Crawford County, MI at 12"],
  ["Frederic", "Frederic, Crawford County, MI at 12"],
  ["two miles NE of Mio, MI", "2 miles NE of Mio, Oscoda County, MI at 12"],
  ["St. Ignace", "Saint Ignace, Mackinac County, MI at 12"],
  ["Crawford County, MI", "Crawford County, MI at 8"],
  ["crawford co", "Crawford County, MI at 8"],
])("finds %s", async (typed, place) => expect(await found(typed)).toBe(place));

test("finds a township and a section from the survey's lines, here approximate ones", async () => {
  const [township] = await findPlacesByName(db.read, "T26N R3W, MI", michigan);
  expect(township).toMatchObject({
    name: "T26N R3W",
    about: expect.stringMatching(/Crawford County, MI, approximate/),
  });
  const [section] = await findPlacesByName(db.read, "sec 14, T26N R3W Michigan", michigan);
  expect(section?.name).toBe("Section 14, T26N R3W");
  expect(section?.view.zoom).toBeGreaterThan(township?.view.zoom ?? 15);
  expect(await readPlaceNote(db.read, section?.view ?? null)).toMatch(
    /; section 14 T26N R3W \(approximate\)$/,
  );
});

test("finds coordinates, and finds nothing for unknown places", async () => {
  const [at] = await findPlacesByName(db.read, "44.6614, -84.7148", null);
  expect(at).toMatchObject({
    about: "In Grayling, Crawford County, MI",
    view: { latitude: 44.6614, zoom: 12 },
  });
  for (const typed of ["the old 27", "%", "", "zzzz", "T99N R99W", "💧", "x".repeat(80)])
    expect(await findPlacesByName(db.read, typed, null)).toEqual([]);
});

test("searches for any typed text without an error", async () => {
  for (const typed of [
    "a\u0000b",
    "Grayling\u0000b",
    "\u001b[2J",
    "\ud800",
    "'; DROP TABLE us_county",
    "1e999, -1e999",
  ])
    expect((await findPlacesByName(db.read, typed, michigan)).length).toBeLessThan(20);
});

test("lists the nearest of several towns with one name first, and only towns in the typed state", async () => {
  const near = async (latitude: number, longitude: number) =>
    (await findPlacesByName(db.read, "Springfield", { latitude, longitude }))[0]?.about;
  expect(await near(39.8, -89.6)).toBe("Sangamon County, IL");
  expect(await near(37.2, -93.3)).toBe("Greene County, MO");
  const states = (await findPlacesByName(db.read, "Springfield, OR", michigan)).map((place) => place.about);
  expect(states).toEqual(["Lane County, OR"]);
});
