import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Return the source text of the program's files in a folder, keyed by relative path (`./bulk/acts.ts`). Read from disk:
 * with `?raw` each file is first compiled to a module, and for two thousand files this takes longer than any test.
 */
export function readSourceFiles(folder: URL): Record<string, string> {
  const path = fileURLToPath(folder);
  const files = readdirSync(path, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\./.test(file),
  );
  return Object.fromEntries(
    files.sort().map((file) => [`./${file}`, readFileSync(join(path, file), "utf8")]),
  );
}
