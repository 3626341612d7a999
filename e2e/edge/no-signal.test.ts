import { expect, test } from "vitest";
import { testPhotoUpload } from "./support/offline/photo";
import { testOfflineComments } from "./support/offline/run";

test("two tabs of a phone: every comment arrives exactly once despite connection failures, crashes and restarts", async () => {
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
  const run = await testOfflineComments({
    count: 10,
    seed: 5,
    order: order as Parameters<typeof testOfflineComments>[0]["order"],
  });
  expect(run).toMatchObject({ asked: 10, rows: 10, texts: 10, lost: [], double: [], stuck: [] });
  expect(Object.values(run.troubles).every((times) => times > 0)).toBe(true);
});

test("a photo arrives once and complete over a slow connection that is cut twice", async () => {
  const run = await testPhotoUpload({ bytes: 400_000, bytesPerSecond: 80_000, cuts: 2 });
  expect(run).toMatchObject({ rows: 1, isWhole: true });
});
