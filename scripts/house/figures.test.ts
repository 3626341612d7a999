import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { backwards, figures } from "./figures";
import { circlesIn } from "./graph";
import { exportedNames } from "./names";

test("a circle is found, and a line isn't one", () => {
  const edges = ["a b", "b c", "c a", "c d", "d e"].map((edge) => {
    const [from = "", to = ""] = edge.split(" ");
    return { from, to };
  });
  expect(circlesIn(edges)).toEqual([["a", "b", "c"]]);
  expect(circlesIn(edges.filter(({ from }) => from !== "c"))).toEqual([]);
});

test.each([
  ["app/web/a.ts", "app/features/jobs/b.ts", true],
  ["app/core/jobs/a.ts", "app/features/jobs/b.ts", true],
  ["app/domain/a.ts", "db/b.ts", true],
  ["server/a.ts", "app/web/b.ts", true],
  ["server/a.ts", "app/domain/b.ts", false],
  ["app/features/jobs/a.ts", "app/core/jobs/b.ts", false],
  ["app/features/jobs/pages/a.tsx", "app/features/people/b.ts", false],
  ["app/features/jobs/a.ts", "app/features/jobs/pages/b.tsx", true],
  ["db/demo/a.ts", "app/core/jobs/b.ts", false],
  ["db/a.ts", "app/core/jobs/b.ts", true],
])("%s importing %s runs backwards: %s", (from, to, wrong) => {
  expect(backwards([{ from, to }]).length > 0).toBe(wrong);
});

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
