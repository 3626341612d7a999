import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../setup.mjs";
import { applyMutant } from "./mutant";
import { MUTANTS } from "./mutants";

test.each(MUTANTS)("$name: the guard occurs in its file exactly once, and its tests exist", (mutant) => {
  expect(applyMutant(mutant, root)).not.toBeNull();
  const texts = mutant.tests.map((file) => readFileSync(join(root, file), "utf8"));
  expect(texts.some((text) => text.includes(mutant.title ?? ""))).toBe(true);
});
