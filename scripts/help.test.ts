import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { trackedFiles } from "./tracked.mjs";

const scripts = trackedFiles(".").filter(
  (file) =>
    /^scripts\/(bench\/)?[\w-]+(\.[\w-]+)?\.(mjs|ts)$/.test(file) &&
    !/\.(test|d)\.m?ts$/.test(file) &&
    file !== "scripts/help.mjs" &&
    !/^export /m.test(readFileSync(file, "utf8")),
);

test.each(scripts)("%s answers --help before it does anything", (file) => {
  const [first] = /^import .*/m.exec(readFileSync(file, "utf8")) ?? [];
  expect(first).toMatch(/^import "\.\.?\/help\.mjs";$/);
});

test("prints the comment that documents the script", () => {
  const output = execFileSync(process.execPath, ["scripts/dev.mjs", "--help"], { encoding: "utf8" });
  expect(output).toBe("`npm run dev`: the app with Vite in the same server, rebuilt as files change.\n");
});
