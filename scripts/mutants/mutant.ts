import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A removed or weakened guard, and its tests, of which at least one must then fail. */
export type Mutant = {
  /** Description of the fault that occurs without the guard. */
  name: string;
  file: string;
  /** Text of the guard, which must be in the file exactly once. */
  find: string;
  put: string;
  tests: readonly string[];
  /** Part of the titles of the tests that must fail, as written in their file. */
  title?: string;
};

/** Return the file before and after the change, or null unless the guard's text is in it exactly once. */
export function applyMutant(mutant: Mutant, root: string): { before: string; after: string } | null {
  const before = readFileSync(join(root, mutant.file), "utf8");
  const [start = "", end, ...more] = before.split(mutant.find);
  return end === undefined || more.length ? null : { before, after: start + mutant.put + end };
}
