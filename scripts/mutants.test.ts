import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { type Mutant, mutated, occurrences, root } from "./mutants/mutant";
import { MUTANTS } from "./mutants.list";

describe("the list of guards", () => {
  test.each(MUTANTS)("$name: its text is exactly once in its file", (mutant) => {
    expect(occurrences(readFileSync(join(root, mutant.file), "utf8"), mutant.find)).toBe(1);
    expect(mutant.put).not.toBe(mutant.find);
  });

  test.each(MUTANTS)("$name: the tests that hold it are there", ({ tests, title }) => {
    expect(tests.length).toBeGreaterThan(0);
    for (const file of tests) expect(existsSync(join(root, file)), file).toBe(true);
    const texts = tests.map((file) => readFileSync(join(root, file), "utf8"));
    if (title) expect(texts.some((text) => text.includes(title))).toBe(true);
  });

  it("has a name for each, and no name twice", () => {
    expect(new Set(MUTANTS.map((m) => m.name)).size).toBe(MUTANTS.length);
  });
});

describe("taking a guard out", () => {
  const guard: Mutant = { name: "x", file: "package.json", find: '"private": true', put: "", tests: [] };

  it("changes its text and nothing else", () => {
    const changed = mutated({ ...guard, put: '"private": false' });
    expect(changed?.after).toBe(changed?.before.replace('"private": true', '"private": false'));
    expect(changed?.after).not.toBe(changed?.before);
  });

  it("does nothing if the text is gone or appears twice", () => {
    expect(mutated({ ...guard, find: "no such text anywhere" })).toBeNull();
    expect(mutated({ ...guard, find: "vitest" })).toBeNull();
  });
});
