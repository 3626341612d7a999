import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { importsOf, programFiles } from "./graph";

/** Pages that draw a dialog's question, or choose a map's kind, on the server alone. */
const SERVER_ONLY = [
  "app/routes/_app.trip-tickets.$ticketId.$verb.tsx",
  "app/routes/_app.trip-tickets.$ticketId.deletion.tsx",
];

test("a page with a part that lives in the browser is hydrated, and no other page is", () => {
  const files = programFiles().filter((file) => file.endsWith(".tsx"));
  const alive = files.filter(
    (file) =>
      file !== "app/root.tsx" &&
      /\buse(State|Effect|Ref|Reducer|SyncExternalStore)\b/.test(readFileSync(file, "utf8")),
  );
  expect(alive.length).toBeGreaterThan(2);
  const imports = importsOf(files);
  const reach = new Set(alive);
  for (let size = -1; size !== reach.size; ) {
    size = reach.size;
    for (const { from, to } of imports) if (reach.has(to)) reach.add(from);
  }
  const needs = [...reach].filter((file) => file.startsWith("app/routes/") && !SERVER_ONLY.includes(file));
  const has = files.filter((file) => /^export const handle = HYDRATED/m.test(readFileSync(file, "utf8")));
  expect(has.sort()).toEqual(needs.sort());
});
