import { expect, inject, test } from "vitest";
import { formatSoakResult, runSoak } from "./support/soak";

/** `npx tsx scripts/soak.ts` soaks the servers for ten minutes; this short run only tests the soak program. */
const SECONDS = 10;

test("users on two servers lose no saved data and create nothing twice", async () => {
  const run = await runSoak(inject("demoDatabase"), SECONDS);
  expect(run.wrong).toEqual([]);
  // Only check that each kind of work occurred; its amount in so short a time depends on the machine.
  expect(run.made).toBeGreaterThan(0);
  expect(run.steps + run.comments).toBeGreaterThan(0);
  expect(run.reads.n).toBeGreaterThan(0);
  expect(run.unchanged).toBeGreaterThan(0);
  for (const { held } of run.memory) expect(held.length).toBeGreaterThan(2);
  console.log(formatSoakResult(run));
}, 240_000);
