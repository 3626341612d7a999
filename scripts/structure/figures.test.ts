import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { measureFigures } from "./figures";
import { findExportedNames } from "./names";

test("finds exported names, without defaults and re-exports", () => {
  const source = `export const a = 1;
export type E = 1;
export interface F {}
export async function g() {}
export class H {}
export default function i() {}
export { j } from "./j";
const k = 1;`;
  expect(findExportedNames(source)).toEqual(["a", "E", "F", "g", "H"]);
});

test("no structure figure is worse than its saved value; `npm run check:architecture -- --list` lists the items", () => {
  const stored = JSON.parse(readFileSync("scripts/structure/saved-counts.json", "utf8")) as Record<
    string,
    number
  >;
  const now = measureFigures();
  expect(now.map(({ name }) => name)).toEqual(Object.keys(stored));
  const worse = now.filter(({ name, count }) => count > (stored[name] ?? 0));
  expect(worse).toEqual([]);
});
