import { expect, test } from "vitest";
import { photoRun } from "./support/offline/photo";
import { offlineRun } from "./support/offline/run";

test("what two tabs of a phone send through every trouble arrives once each", async () => {
  const order = [
    "cut",
    "lost answers",
    null,
    "kill",
    "cut",
    "expire",
    "motel",
    "restart",
    "broken",
    "lost answers",
  ];
  const run = await offlineRun({
    count: 10,
    seed: 5,
    order: order as Parameters<typeof offlineRun>[0]["order"],
  });
  expect(run).toMatchObject({ asked: 10, rows: 10, texts: 10, lost: [], double: [], stuck: [] });
  expect(Object.values(run.troubles).every((times) => times > 0)).toBe(true);
});

test("a photo on a slow line that is cut twice arrives once, and whole", async () => {
  const run = await photoRun({ bytes: 400_000, bytesPerSecond: 80_000, cuts: 2 });
  expect(run).toMatchObject({ rows: 1, isWhole: true });
});
