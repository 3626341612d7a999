import { expect, test } from "vitest";
import { rankMatch, sortByMatch } from "./closest-match";

test.each([
  ["Kansas", "kansas ", 0],
  ["Kansas City", "Kansas", 1],
  ["North Kansas", "Kansas", 2],
  ["Arkansas", "Kansas", 3],
])("ranks %s for the search %j as %i", (name, typed, rank) => {
  expect(rankMatch(name, typed)).toBe(rank);
});

test("lists the closest match first and keeps the order of equal matches", () => {
  const names = ["Arkansas", "Fort Kansas", "Kansas City", "Kansas", "Kansas Bay"];
  const sort = (typed: string) => sortByMatch(names, typed, (name) => name);
  expect(sort("kansas")).toEqual(["Kansas", "Kansas City", "Kansas Bay", "Fort Kansas", "Arkansas"]);
  expect(sort(" ")).toEqual(names);
});
