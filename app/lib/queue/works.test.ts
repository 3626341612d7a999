import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the program's task list contains every defined task", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".server.ts"))
    .map((file) => `app/${file}`);
  const defined = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/^export const (\w+) = defineTask\(/gm)].map(([, name]) =>
      String(name),
    ),
  );
  const [, listed = ""] =
    /const WORK[^=]*= \[([^\]]*)\]/.exec(readFileSync("app/server-entry.server.ts", "utf8")) ?? [];
  expect(listed.match(/\w+/g)?.sort()).toEqual(defined.sort());
  expect(defined.length).toBeGreaterThan(0);
});
