import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findImports, type Import, programFiles } from "./graph";

/** List the modules that run in an isolated process (`defineIsolatedTask({ module })`, app/sandbox). */
const apartIn = (files: readonly string[]): string[] =>
  files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\bdefineIsolatedTask<[^(]*\(\{\s*module: "([^"]+)"/g)].map(
      ([, module]) => `app/${module}`,
    ),
  );

/**
 * List imports of isolated modules by the server. The statement reader is excepted: the server uses it for pasted text,
 * and the isolated process uses it for text files.
 */
const loadedBy = (apart: readonly string[], imports: readonly Import[]) =>
  imports
    .filter(({ to }) => apart.includes(to) && !/\/read-statement\.server\.ts$/.test(to))
    .map(({ from, to }) => `${from} loads ${to}`);

test("modules that read uploaded files in an isolated process aren't loaded into the server", () => {
  const files = programFiles();
  const apart = apartIn(files);
  expect(apart).toContain("app/modules/maps/data/areas.server.ts");
  expect(loadedBy(apart, findImports(files, { types: false }))).toEqual([]);
  const wrong = { from: "app/modules/maps/routes/map-edit.tsx", to: "app/modules/maps/data/areas.server.ts" };
  expect(loadedBy(apart, [wrong])).toEqual([`${wrong.from} loads ${wrong.to}`]);
});
