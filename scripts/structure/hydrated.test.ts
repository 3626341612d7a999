import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PAGES } from "../../app/pages";
import { findImports, programFiles } from "./graph";

test("pages that use browser-side React are hydrated, and no other pages are", () => {
  const files = programFiles().filter((file) => file.endsWith(".tsx"));
  const alive = files.filter(
    (file) =>
      file !== "app/root.tsx" &&
      /\buse(State|Effect|Ref|Reducer|SyncExternalStore)\b/.test(readFileSync(file, "utf8")),
  );
  expect(alive.length).toBeGreaterThan(2);
  const imports = findImports(files, { types: false });
  const reach = new Set(alive);
  for (let size = -1; size !== reach.size; ) {
    size = reach.size;
    for (const { from, to } of imports) if (reach.has(to)) reach.add(from);
  }
  const needs = [...reach].filter((file) => /^app\/modules\/.+\/routes\//.test(file));
  const has = PAGES.filter(({ hydrate }) => hydrate).map(
    ({ noun, page }) => `app/modules/${noun}/routes/${page}`,
  );
  expect(has.sort()).toEqual(needs.sort());
});
