import { z } from "zod";
import type { App } from "~/web/app.server";
import { deleteExpired } from "~/web/sweep.server";
import { defineTask } from "./work.server";

const DAY = 86_400_000;
/** Retention time of finished work. Abandoned work stays until an operator retries or dismisses it. */
const DONE_KEPT = 30 * DAY;

/** Delete work that was finished long ago, and items waiting for the file store of a server that has not come back. */
export async function deleteFinishedItems({ db, now }: Pick<App, "db" | "now">): Promise<void> {
  const before = new Date(now().getTime() - DONE_KEPT).toISOString();
  await db.batch(
    [
      { sql: "DELETE FROM background_job WHERE finished_at <= ?", params: [before] },
      {
        sql: "DELETE FROM background_job WHERE required_store IS NOT NULL AND finished_at IS NULL AND failed_at IS NULL AND run_at <= ?",
        params: [before],
      },
    ],
    { unread: true },
  );
}

/** Delete expired sessions, links, forms and work every hour. */
export const deleteFinishedItemsTask = defineTask({
  name: "sweep of what is over",
  input: z.strictObject({}),
  every: 60,
  async run(app) {
    await deleteExpired(app.db, app.now());
    await deleteFinishedItems(app);
  },
});
