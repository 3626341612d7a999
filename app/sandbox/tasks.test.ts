import { fork } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { ISOLATED_MODULES } from "./modules";
import { ISOLATED_TASKS } from "./tasks";

const app = fileURLToPath(new URL("../", import.meta.url));
const defining = readdirSync(app, { recursive: true, encoding: "utf8" }).filter(
  (file) =>
    /\.tsx?$/.test(file) &&
    !/\.test\.tsx?$/.test(file) &&
    /= defineIsolatedTask</.test(readFileSync(join(app, file), "utf8")),
);

test("every task names a module below app/ and a function that it exports", async () => {
  for (const file of defining) await import(/* @vite-ignore */ join(app, file));
  expect(new Set(ISOLATED_TASKS.map(({ name }) => name)).size).toBe(defining.length);
  expect(ISOLATED_TASKS.map(({ name }) => name)).toContain("makePictures");
  const wrong = ISOLATED_TASKS.filter(({ module, name }) => {
    const path = join(app, module);
    const declared = new RegExp(`^export (async function|function|const) ${name}\\b`, "m");
    return !existsSync(path) || !declared.test(readFileSync(path, "utf8"));
  });
  expect(wrong).toEqual([]);
  const written = ISOLATED_TASKS.map(({ module }) => module).filter((module) => module.endsWith(".ts"));
  expect([...new Set(written)].sort()).toEqual(ISOLATED_MODULES);
});

/**
 * Return the process's reply to a message, or its exit code; `built` lists the folders in which the process looks for
 * compiled modules.
 */
const told = (message: { module: string; name: string; input: unknown }, built: string[] = []) =>
  new Promise<{ result: unknown } | number | null>((resolve) => {
    const child = fork(join(app, "sandbox/child.mjs"), built, {
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    child.once("message", (answer: { result: unknown }) => resolve(answer));
    child.once("exit", resolve);
    child.send(message);
  });

test("the process runs the task's function, but nothing outside of app/", async () => {
  expect(await told({ module: "lib/text/text.ts", name: "formatBreadcrumb", input: "trip-tickets" })).toEqual(
    {
      result: "Trip Tickets",
    },
  );
  for (const module of ["../scripts/tracked.mjs", "lib/../../scripts/tracked.mjs"])
    expect(await told({ module, name: "trackedFiles", input: "." }), module).toBe(1);
  // Pass the scripts' folder instead of the build: files next to the build must not run either.
  const built = [join(app, "../scripts/structure")];
  for (const module of ["../tracked.ts", "calls/../../tracked.ts", "../scripts/tracked.mjs"])
    expect(await told({ module, name: "trackedFiles", input: "." }, built), module).toBe(1);
  expect(
    await told({ module: "tracked.ts", name: "trackedFiles", input: "." }, [join(app, "../scripts")]),
  ).toEqual({
    result: expect.arrayContaining(["app/sandbox/tasks.ts"]),
  });
  expect(await told({ module: "node:path", name: "normalize", input: "." })).toBe(1);
});
