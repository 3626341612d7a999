import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Return the source text of the program's own files below a folder, by their path there (`./bulk/acts.ts`). Read
 * directly from disk: with `?raw`, each is compiled to a module first, and two thousand of them took longer than any
 * test.
 */
export function readSourcesBelow(folder: URL): Record<string, string> {
  const path = fileURLToPath(folder);
  const files = readdirSync(path, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\./.test(file),
  );
  return Object.fromEntries(
    files.sort().map((file) => [`./${file}`, readFileSync(join(path, file), "utf8")]),
  );
}
