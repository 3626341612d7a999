import { gzipSync } from "node:zlib";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { openTestDatabase } from "#db/testing/test-database";
import { START_VIEW, type View } from "~/lib/geo/view";
import { drawMap } from "./drawing.server";
import { MapSvg } from "./map-svg";

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
});
const drawn = (view: View, marks = [{ name: "Home yard", number: 1, latitude: 44.66, longitude: -84.71 }]) =>
  drawMap(db.read, { view, county_id: null, pin: null, areas: [], marks });
const grayling = { latitude: 44.6614, longitude: -84.7148 };

test("a map of the whole country shows the names of states, the neighboring countries and the lakes", async () => {
  const { ground, others } = await drawn({ ...START_VIEW, zoom: 3 });
  for (const path of [ground.states, ground.neighbors, ground.lakes, ground.rivers])
    expect(path).toMatch(/^M/);
  expect(others).toBe("");
  expect(ground.stateNames.map(({ text }) => text)).toEqual(expect.arrayContaining(["KS", "NE", "TX", "MN"]));
  expect((await drawn(START_VIEW)).ground.towns.length).toBeGreaterThan(3);
});

test("a closer map shows counties and towns with names, and a mark with its own name", async () => {
  const { ground, names, others, marks } = await drawn({ ...grayling, zoom: 9 });
  expect(others).toMatch(/^M/);
  expect(names.map(({ text }) => text)).toContain("Crawford Co.");
  expect(ground.towns.map(({ text }) => text)).toEqual(expect.arrayContaining(["Roscommon"]));
  // The mark covers the town of Grayling, so the town's name is omitted instead of drawn under the mark.
  expect(ground.towns.map(({ text }) => text)).not.toContain("Grayling");
  expect(marks).toEqual([expect.objectContaining({ name: "Home yard", number: 1, isNamed: true })]);
});

test("draws names that don't overlap", async () => {
  for (const zoom of [4, 5, 6, 7, 8, 9, 10, 11]) {
    const { ground } = await drawn({ ...grayling, zoom });
    for (const a of ground.towns)
      for (const b of [...ground.towns, ...ground.stateNames])
        if (a !== b) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(11);
  }
});

test("a map drawing has at most 13 KB when compressed, at any place and zoom", async () => {
  for (const target of [
    grayling,
    { latitude: 38.5, longitude: -81 },
    { latitude: 61, longitude: -150 },
    START_VIEW,
  ])
    for (const zoom of [2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 15]) {
      const html = renderToStaticMarkup(<MapSvg drawing={await drawn({ ...target, zoom })} label="Map" />);
      const bytes = gzipSync(html).length;
      expect(`${zoom} ${bytes > 13_000}`).toBe(`${zoom} false`);
    }
});
