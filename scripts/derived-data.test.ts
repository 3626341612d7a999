import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), "utf8");

test("docs/derived-data.md names each table, view and trigger of the derived SQL once", () => {
  const names = read("docs/derived-data.md")
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .flatMap((line) => [...(line.split(" | ")[0] ?? "").matchAll(/`(\w+)`/g)].map((match) => match[1]));
  const sql = readdirSync(fileURLToPath(new URL("../db", import.meta.url)))
    .filter((file) => /^derived.*\.sql$/.test(file))
    .map((file) => read(`db/${file}`))
    .join("\n");
  const created = [
    ...sql.matchAll(/^CREATE (?:VIRTUAL )?(?:TABLE|VIEW|TRIGGER) (?:IF NOT EXISTS )?(\w+)/gm),
  ].map((match) => match[1]);
  expect(created.length).toBeGreaterThan(150);
  expect(names.sort()).toEqual(created.sort());
});
