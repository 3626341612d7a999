import { describe, expect, test } from "vitest";
import { type FinderPermissions, findActions, parseNamedMonth } from "./actions";

const ALL: FinderPermissions = {
  creates: true,
  exports: true,
  reconciles: true,
  weighs: true,
  jobs: true,
  people: true,
  tickets: true,
  pay: true,
  invoices: true,
};
const NOTHING: FinderPermissions = {
  creates: false,
  exports: false,
  reconciles: false,
  weighs: false,
  jobs: false,
  people: false,
  tickets: false,
  pay: false,
  invoices: false,
};
const facts = { today: "2026-11-22", jobs: [{ id: 7, name: "Deward Tract" }] };
const titles = (q: string, may = ALL) => findActions(q, may, facts).map((action) => action.title);

describe("finding actions by words", () => {
  test.each([
    ["new load deward", ["New load on Deward Tract"]],
    ["new trip ticket dew", ["New load on Deward Tract"]],
    ["New load", ["New load"]],
    ["export october", ["Export October 2026"]],
    ["export dec", ["Export December 2025"]],
    ["export", ["Export"]],
    ["scale", ["Scale house"]],
    ["people", ["People"]],
    ["settlements", ["Settlements"]],
    ["invoices", ["Invoices"]],
    ["production", ["Production"]],
    ["map", ["Map"]],
    ["help", ["Support"]],
    ["key delivered", ["Key a delivered load"]],
    ["import", ["Import loads"]],
    ["xyz", []],
    ["", []],
  ])("the query %j finds the actions %j", (q, expected) => expect(titles(q)).toEqual(expected));

  test("finds no action that the user isn't permitted", () => {
    for (const q of [
      "new load deward",
      "export october",
      "scale house",
      "people",
      "jobs",
      "reconcile",
      "settlements",
      "invoices",
      "import",
    ])
      expect([q, titles(q, NOTHING)]).toEqual([q, []]);
  });
});

test("resolves a month name to the latest such month that has begun", () => {
  expect(parseNamedMonth("november", "2026-11-22")).toMatchObject({ start: "2026-11-01", end: "2026-11-30" });
  expect(parseNamedMonth("feb", "2028-03-01")).toMatchObject({ start: "2028-02-01", end: "2028-02-29" });
  expect(parseNamedMonth("december", "2026-11-22")).toMatchObject({ start: "2025-12-01" });
  expect(parseNamedMonth("xx", "2026-11-22")).toBeNull();
});
