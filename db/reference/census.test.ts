import { geoArea, geoContains } from "d3-geo";
import type { MultiPolygon, Polygon, Position } from "geojson";
import { describe, expect, it, test } from "vitest";
import { type CensusBox, readCensusStates, readCounties } from "./census";
import { US_STATES } from "./us-states";

const stateRows = readCensusStates();
const countyRows = readCounties();
const stateOf = (countyId: number) => Math.floor(countyId / 1000);
const outline = (geom: string) => JSON.parse(geom) as Polygon | MultiPolygon;
const rings = (g: Polygon | MultiPolygon): Position[][] =>
  g.type === "Polygon" ? g.coordinates : g.coordinates.flat();

/** About a hundred meters: tolerance for outlines that are rounded after their boxes are computed. */
const SLACK = 0.001;
function within([w, s, e, n]: CensusBox, [longitude = 0, latitude = 0]: Position): boolean {
  const east = w <= e;
  const inside = east
    ? longitude >= w - SLACK && longitude <= e + SLACK
    : longitude >= w - SLACK || longitude <= e + SLACK;
  return inside && latitude >= s - SLACK && latitude <= n + SLACK;
}

describe("states in the Census data", () => {
  it("contain the fifty states, the District of Columbia and five territories, each with a code and a box", () => {
    expect(stateRows).toHaveLength(56);
    expect(stateRows.map((s) => s.id)).toEqual(US_STATES.map(([fips]) => fips));
    expect(new Set(stateRows.map((s) => s.stusps)).size).toBe(56);
    expect(new Set(stateRows.map((s) => s.name)).size).toBe(56);
    for (const s of stateRows) expect(s.stusps).toMatch(/^[A-Z]{2}$/);
  });

  test.each([
    ["MI", "Michigan"],
    ["OR", "Oregon"],
    ["GA", "Georgia"],
    ["ME", "Maine"],
    ["AK", "Alaska"],
    ["WV", "West Virginia"],
    ["DC", "District of Columbia"],
    ["PR", "Puerto Rico"],
  ])("the state %s is named %s", (stusps, name) => {
    expect(stateRows.find((s) => s.stusps === stusps)?.name).toBe(name);
  });

  it("every state's time zone is one that Intl supports", () => {
    for (const { stusps, time_zone } of stateRows)
      expect([stusps, new Intl.DateTimeFormat("en-US", { timeZone: time_zone }).format(0)]).toEqual([
        stusps,
        expect.any(String),
      ]);
  });

  it("every state's UTC offset matches its longitude within two hours", () => {
    const offset = (zone: string) => {
      const winter = new Date("2026-01-15T12:00:00Z");
      const there = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
      const text = there.formatToParts(winter).find((p) => p.type === "timeZoneName")?.value ?? "";
      const [, hours = "0"] = /GMT([+-]\d\d)/.exec(text) ?? [];
      return Number(hours);
    };
    for (const { stusps, time_zone, box } of stateRows) {
      const [w, , e] = box;
      const middle = w <= e ? (w + e) / 2 : (w - 360 + e) / 2;
      expect([stusps, Math.abs(offset(time_zone) - middle / 15) < 2]).toEqual([stusps, true]);
    }
  });
});

describe("counties in the Census data", () => {
  it("contain 3,233 counties, each with its own number and a known state", () => {
    const known = new Set(stateRows.map((s) => s.id));
    expect(countyRows).toHaveLength(3233);
    expect(new Set(countyRows.map((c) => c.id)).size).toBe(3233);
    expect(countyRows.filter((c) => !known.has(stateOf(c.id)))).toEqual([]);
    for (const id of known) expect(countyRows.some((c) => stateOf(c.id) === id)).toBe(true);
  });

  test.each([
    ["MI", 83],
    ["OR", 36],
    ["GA", 159],
    ["TX", 254],
    ["ME", 16],
    ["DE", 3],
    ["DC", 1],
    // Connecticut's nine planning regions replaced its eight counties in 2022.
    ["CT", 9],
    // Chugach and Copper River replaced Valdez-Cordova in 2019.
    ["AK", 30],
  ])("the state %s has %i counties", (stusps, count) => {
    const state = stateRows.find((s) => s.stusps === stusps)?.id;
    expect(countyRows.filter((c) => stateOf(c.id) === state)).toHaveLength(count);
  });

  it("every county's name is unique in its state; a city that shares a county's name is named '… city'", () => {
    const labels = countyRows.map((c) => `${stateOf(c.id)} ${c.name}`);
    expect(new Set(labels).size).toBe(labels.length);
    expect(countyRows.filter((c) => c.name.endsWith(" city")).map((c) => c.name)).toEqual([
      "Baltimore city",
      "St. Louis city",
      "Fairfax city",
      "Franklin city",
      "Richmond city",
      "Roanoke city",
    ]);
    expect(countyRows.find((c) => c.id === 24005)?.name).toBe("Baltimore");
    expect(countyRows.find((c) => c.id === 32510)?.name).toBe("Carson City");
  });

  it("county names are trimmed, not empty, and have correct accents", () => {
    for (const { id, name } of countyRows) expect([id, name]).toEqual([id, name.trim()]);
    expect(countyRows.filter((c) => c.name === "" || c.name.includes("\uFFFD"))).toEqual([]);
    expect(countyRows.find((c) => c.id === 35013)?.name).toBe("Doña Ana");
  });

  test.each([
    [26039, "Crawford", "Grayling, Michigan", -84.7147, 44.6614],
    [41039, "Lane", "Eugene, Oregon", -123.0868, 44.0521],
    [13299, "Ware", "Waycross, Georgia", -82.354, 31.2136],
    [23019, "Penobscot", "Bangor, Maine", -68.7712, 44.8016],
    [51770, "Roanoke city", "Roanoke, Virginia", -79.9414, 37.271],
    [2016, "Aleutians West", "Attu, beyond the antimeridian", 173.1, 52.9],
  ])("county %i, %s, contains the point %s", (id, name, _place, longitude, latitude) => {
    const matches = countyRows.filter(
      (c) => within(c.box, [longitude, latitude]) && geoContains(outline(c.geom), [longitude, latitude]),
    );
    expect(matches.map((c) => [c.id, c.name])).toEqual([[id, name]]);
  });
});

describe("bounding boxes", () => {
  const all = [...stateRows, ...countyRows];

  it("every box has valid coordinates, with its south edge below its north edge", () => {
    for (const { id, box } of all) {
      const [w, s, e, n] = box;
      const sane = [w, e].every((d) => d >= -180 && d <= 180) && s >= -90 && n <= 90 && s < n && w !== e;
      expect([id, sane]).toEqual([id, true]);
    }
  });

  it("only boxes that cross the antimeridian have a west edge greater than the east edge", () => {
    expect(all.filter(({ box }) => box[0] > box[2]).map(({ name }) => name)).toEqual([
      "Alaska",
      "Aleutians West",
    ]);
  });

  it("the box of Alaska extends from Attu to the Panhandle, not around the earth", () => {
    const [w, s, e, n] = stateRows.find((s) => s.stusps === "AK")?.box ?? [0, 0, 0, 0];
    expect([Math.round(w), Math.round(s), Math.round(e), Math.round(n)]).toEqual([172, 51, -130, 71]);
  });

  it("every county's box is inside its state's box", () => {
    const boxes = new Map(stateRows.map((s) => [s.id, s.box]));
    for (const { id, box } of countyRows) {
      const state = boxes.get(stateOf(id));
      const [w, s, e, n] = box;
      expect([id, state && within(state, [w, s]) && within(state, [e, n])]).toEqual([id, true]);
    }
  });
});

describe("county outlines", () => {
  it("every county's outline consists of closed rings inside its box, rounded to four decimals", () => {
    const wrong = countyRows.filter(({ box, geom }) =>
      rings(outline(geom)).some((ring) => {
        const closed = String(ring[0]) === String(ring.at(-1));
        const distinct = new Set(ring.map(String)).size;
        const exact = ring.every((p) => p.every((d) => Number(d.toFixed(4)) === d));
        return !closed || distinct < 3 || !exact || !ring.every((p) => within(box, p));
      }),
    );
    expect(wrong.map((c) => c.id)).toEqual([]);
  });

  it("a county too small for the package's scale has its box as its outline", () => {
    const [w, s, e, n] = countyRows.find((c) => c.id === 51610)?.box ?? [0, 0, 0, 0];
    expect([(w + e) / 2, (s + n) / 2].map((d) => d.toFixed(1))).toEqual(["-77.2", "38.9"]);
    expect(rings(outline(countyRows.find((c) => c.id === 51610)?.geom ?? ""))).toEqual([
      [
        [w, s],
        [w, n],
        [e, n],
        [e, s],
        [w, s],
      ],
    ]);
  });

  it("outlines are under 12 kB each and under 1.5 MB in total", () => {
    const sizes = countyRows.map((c) => c.geom.length);
    expect(Math.max(...sizes)).toBeLessThan(12_000);
    expect(sizes.reduce((a, b) => a + b, 0)).toBeLessThan(1_500_000);
  });

  it("the points of every outline are in the order that makes it cover the county, not the rest of the earth", () => {
    const halfTheEarth = 2 * Math.PI;
    expect(countyRows.filter((c) => geoArea(outline(c.geom)) > halfTheEarth / 100).map((c) => c.id)).toEqual(
      [],
    );
  });
});
