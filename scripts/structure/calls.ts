import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** A file that names at least this many calls counts as a list of calls; fewer are examples. */
const MANY = 10;

const read = (file: string) => readFileSync(file, "utf8");

/** List route files that only map an address to the API's table, except the one that maps all calls. */
export const findApiStubs = (files: readonly string[]): string[] =>
  files.filter(
    (file) =>
      /^app\/(api\/routes|modules\/.+\/routes)\//.test(file) &&
      file !== "app/api/routes/calls.ts" &&
      /~\/api\/(serve|rest|calls)\.server/.test(read(file)),
  );

/** A feature's own files about its calls: definitions and test expectations. */
const OWN = ["app/modules/**/api.server.ts", "app/modules/**/testing/expectations.ts"];
const isOwn = (file: string) => /^app\/modules\/.+\/(api\.server|testing\/expectations)\.ts$/.test(file);

/**
 * List the files outside of tests in which a new API call must be listed: the feature's own files, and every other list
 * of calls.
 */
export function findCallLists(): string[] {
  const listed = execFileSync(
    "git",
    ["ls-files", "-co", "--exclude-standard", "app", "db", "server", "e2e", "scripts"],
    { encoding: "utf8" },
  );
  const files = listed.split("\n").filter((file) => /\.(ts|tsx|mjs|js)$/.test(file) && existsSync(file));
  const matches = files.filter((file) => /^app\/modules\/.+\/api\.server\.ts$/.test(file));
  const text = matches.map(read).join("\n");
  const names = [...text.matchAll(/procedure: (\w+)/g)].flatMap(([, name]) => name ?? []);
  const paths = new Set([...text.matchAll(/"[A-Z]+ (\/[^"]+)"/g)].map(([, path = ""]) => shapeOf(path)));
  const repeats = files
    .filter((file) => !isOwn(file) && !/\.(test|spec)\.tsx?$/.test(file))
    .filter((file) => {
      const source = read(file);
      const matches = [...source.matchAll(/["'`](?:[A-Z]+ )?(\/(?:api|v1)\/[^"'`?]*)/g)];
      const addresses = new Set(
        matches.map(([, path = ""]) => shapeOf(path)).filter((path) => paths.has(path)),
      );
      // Collect all keys of a file at once; searching for each name separately took most of the time.
      const keys = new Set([...source.matchAll(/^\s+"?(\w+)"?:/gm)].map(([, key]) => key));
      return addresses.size >= MANY || names.filter((name) => keys.has(name)).length >= MANY;
    });
  return [...OWN, ...repeats];
}

/** Replace an address's values with `*`. */
const shapeOf = (path: string) => path.replace(/\{\w+\}|:\w+|\$\{[^}]*\}/g, "*");
