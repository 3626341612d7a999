import { expect, inject, test } from "vitest";
import { inWords, soak } from "./support/soak";

/** `npx tsx scripts/soak.ts` runs for ten minutes; this checks that it can run. */
const SECONDS = 10;

test("people at work on two servers lose nothing and make nothing twice", async () => {
  const run = await soak(inject("demoDatabase"), SECONDS);
  expect(run.wrong).toEqual([]);
  // Enough to cover each kind of work; the amount in so short a time depends on the machine.
  expect(run.made).toBeGreaterThan(0);
  expect(run.steps + run.comments).toBeGreaterThan(0);
  expect(run.reads.n).toBeGreaterThan(0);
  expect(run.unchanged).toBeGreaterThan(0);
  for (const { held } of run.memory) expect(held.length).toBeGreaterThan(2);
  console.log(inWords(run));
}, 240_000);
