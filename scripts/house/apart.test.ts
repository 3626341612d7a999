import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Import, importsOf, programFiles } from "./graph";

/** List the modules that run in an isolated process (`runIsolated({ module })`, app/sandbox). */
const apartIn = (files: readonly string[]): string[] =>
  files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\brunIsolated<[^(]*\(\{\s*module: "([^"]+)"/g)].map(
      ([, module]) => `app/${module}`,
    ),
  );

/** Who loads any of it into the server; pasted text is read there, by what reads a sent file of text apart. */
const loadedBy = (apart: readonly string[], imports: readonly Import[]) =>
  imports
    .filter(({ to }) => apart.includes(to) && !/\/read-statement\.server\.ts$/.test(to))
    .map(({ from, to }) => `${from} loads ${to}`);

test("what reads sent files in a process of its own isn't loaded into the server as well", () => {
  const files = programFiles();
  const apart = apartIn(files);
  expect(apart).toContain("app/modules/maps/data/areas.server.ts");
  expect(loadedBy(apart, importsOf(files, { types: false }))).toEqual([]);
  const wrong = { from: "app/modules/maps/routes/map-edit.tsx", to: "app/modules/maps/data/areas.server.ts" };
  expect(loadedBy(apart, [wrong])).toEqual([`${wrong.from} loads ${wrong.to}`]);
});
