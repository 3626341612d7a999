import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { figures } from "./figures";
import { exportedNames } from "./names";

test("finds exported names, without defaults and names passed on", () => {
  const source = `export const a = 1;
export type E = 1;
export interface F {}
export async function g() {}
export class H {}
export default function i() {}
export { j } from "./j";
const k = 1;`;
  expect(exportedNames(source)).toEqual(["a", "E", "F", "g", "H"]);
});

test("no figure of the structure is worse than the one that was kept; `npm run check:architecture -- --list` names what it counts", () => {
  const stored = JSON.parse(readFileSync("scripts/house/kept.json", "utf8")) as Record<string, number>;
  const now = figures();
  expect(now.map(({ name }) => name)).toEqual(Object.keys(stored));
  const worse = now.filter(({ name, count }) => count > (stored[name] ?? 0));
  expect(worse).toEqual([]);
});
