import { expect, test } from "vitest";
import { verifyHistory } from "~/modules/history/shared/verify.server";
import { openDemoDatabase } from "../testing/test-database";

test("every load and job of the demo has the values that result from its history", async () => {
  const db = await openDemoDatabase();
  const { faults, broken, chains } = await verifyHistory(db.read);
  expect(broken).toEqual([]);
  expect(faults).toBe(0);
  expect(chains).toBeGreaterThan(200);
});
