import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { backgroundJob } from "#db/schema";
import { expectOneRow } from "~/web/commit.server";
import { deleteFinishedItems } from "./sweeping.server";
import { createRecordingTask, setUpTestQueue } from "./testing/queue.server";
import { buildEnqueueStep } from "./work.server";

const { all, app, db, put, run } = setUpTestQueue();

test.each([
  ["a claim without its end", "claimed_by = 'x'"],
  ["finished and given up", "finished_at = 'x', failed_at = 'x', failure = 'x'"],
  ["finished and claimed", "finished_at = 'x', claimed_by = 'x', claimed_until = 'x'"],
  ["given up without a reason", "failed_at = 'x'"],
  ["an input that isn't JSON", "input = '{'"],
])("the database rejects %s", async (_, change) => {
  await put(buildEnqueueStep(createRecordingTask("checked").it, { n: 1 }));
  await expect(run(`UPDATE background_job SET ${change}`)).rejects.toThrow("CHECK");
});

test("the database rejects a second waiting item with the same key", async () => {
  const { it } = createRecordingTask("keyed twice");
  await put(buildEnqueueStep(it, { n: 1 }, { key: "k" }));
  const copy = sql`INSERT INTO background_job (name, input, unique_key, run_at, created_at)
    SELECT name, input, unique_key, run_at, created_at FROM background_job`;
  await expect(put(expectOneRow(copy))).rejects.toThrow();
  await db().batch([
    db().write.update(backgroundJob).set({ finished_at: "x" }).where(eq(backgroundJob.name, it.name)).toSQL(),
  ]);
  await put(expectOneRow(copy));
  expect((await all()).length).toBe(2);
});

test("deletes finished work after 30 days and waiting work of a lost store; keeps abandoned work", async () => {
  const { it } = createRecordingTask("swept");
  await put(...[1, 2, 3, 4, 5].map((n) => buildEnqueueStep(it, { n })));
  const [done, fresh, lost, gone, own] = (await all()).map(({ id }) => id);
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const set = (id: number | undefined, values: Partial<typeof backgroundJob.$inferInsert>) =>
    db().batch([
      db()
        .write.update(backgroundJob)
        .set(values)
        .where(eq(backgroundJob.id, id ?? 0))
        .toSQL(),
    ]);
  await set(done, { finished_at: ago(31) });
  await set(fresh, { finished_at: ago(29) });
  await set(lost, { failed_at: ago(400), failure: "550" });
  await set(gone, { required_store: "a store", run_at: ago(31) });
  await set(own, { run_at: ago(31) });
  await deleteFinishedItems(app());
  expect((await all()).map(({ id }) => id)).toEqual([fresh, lost, own]);
});
