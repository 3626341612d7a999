import { createRequire } from "node:module";
import { expect, it, test } from "vitest";
import { US_STATES } from "#db/reference/us-states";
import { getOnlyMeridian, hasPlss, listMeridianCodes, needsMeridian } from "./meridians";

const MERIDIANS = createRequire(import.meta.url)("../../../db/reference/plss-meridians.json") as {
  code: string;
  name: string;
  states: string;
}[];

it("lists the twenty states without the Public Land Survey", () => {
  const states = US_STATES.filter(([fips]) => fips <= 56 && fips !== 11).map(([, stusps]) => stusps);
  expect(states).toHaveLength(50);
  expect(states.filter((s) => !hasPlss(s)).sort()).toEqual(
    "CT DE GA HI KY MA MD ME NC NH NJ NY PA RI SC TN TX VA VT WV".split(" "),
  );
});

it("agrees with the reference data for every state", () => {
  for (const [, stusps, , plss] of US_STATES) expect([stusps, hasPlss(stusps)]).toEqual([stusps, plss === 1]);
});

it("lists only meridians in the reference data, and all of a state's meridians", () => {
  const known = new Set(MERIDIANS.map((m) => m.code));
  for (const [, stusps] of US_STATES)
    for (const code of listMeridianCodes(stusps))
      expect([stusps, code, known.has(code)]).toEqual([stusps, code, true]);
  for (const { code, states } of MERIDIANS)
    for (const state of states.replace(/\S*\(sliver\)|\([A-Z]{2}\)/g, "").match(/\b[A-Z]{2}\b/g) ?? [])
      expect([code, state, listMeridianCodes(state)]).toEqual([code, state, expect.arrayContaining([code])]);
});

test.each([
  ["MI", false, "19"],
  ["WA", false, "33"],
  ["MN", true, null],
  ["OK", true, null],
  ["AL", true, null],
  ["GA", false, null],
  ["XX", false, null],
])("%s: requires a meridian: %s; only meridian: %s", (state, asks, only) => {
  expect(needsMeridian(state)).toBe(asks);
  expect(getOnlyMeridian(state)).toBe(only);
});
