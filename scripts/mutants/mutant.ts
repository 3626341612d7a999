import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));

/** One guard taken out or weakened, and the tests of which at least one must turn red then. */
export type Mutant = {
  /** What would be let through, in plain words. */
  name: string;
  file: string;
  /** The guard's text, which must be in the file exactly once. */
  find: string;
  put: string;
  tests: readonly string[];
  /** A part of the title of the tests that must turn red, as it is written in their file. */
  title?: string;
};

/** How often a text appears in another. */
export const occurrences = (text: string, part: string): number => text.split(part).length - 1;

/** A file with its guard taken out; null if the guard's text isn't in it exactly once. */
export function mutated(mutant: Mutant, folder = root): { before: string; after: string } | null {
  const before = readFileSync(join(folder, mutant.file), "utf8");
  if (occurrences(before, mutant.find) !== 1) return null;
  const [start = "", end = ""] = before.split(mutant.find);
  return { before, after: start + mutant.put + end };
}
