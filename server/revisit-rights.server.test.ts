import { expect, test } from "vitest";
import { actAs } from "#db/testing/acting";
import { makeHarvest } from "#db/testing/harvest";
import { actWithoutPermissions } from "#db/testing/limited";
import { openTestDatabase } from "#db/testing/test-database";
import { PRIVATE_CACHE_HEADERS } from "~/web/revisit";
import type { BrowserCacheState } from "../app/server-entry.server";
import { conditionalGet } from "./conditional-get";
import { serveOnLoopback } from "./loopback";

test("removing a permission between two visits renders the page again instead of using the cached copy", async () => {
  const db = await openTestDatabase();
  const h = await makeHarvest(db);
  const { id = 0 } = (await actWithoutPermissions(db, h.ids.manager.id, "job.create")).actor.user ?? {};
  const { ask } = await serveOnLoopback(
    conditionalGet({
      version: () => db.version(),
      headers: PRIVATE_CACHE_HEADERS,
      visitor: async () => `u${id}`,
    }),
    async (_req, res) => {
      const { permissions } = (await actAs(db, id, h.ids.manager.id)).actor;
      const result = permissions.job.read ? "jobs" : "no-jobs";
      res.locals.actor = `u${id}`;
      const revisit: BrowserCacheState | undefined = res.locals.revisit;
      const tag = `W/"${result}"`;
      revisit?.shown(tag, []);
      res.set({ ETag: tag });
      res.status(revisit?.holds === tag ? 304 : 200).end(result);
    },
  );
  const look = () => ask("/jobs", { headers: { Cookie: "tt_session=a", "If-None-Match": 'W/"jobs"' } });
  const statuses = [(await look()).status, (await look()).status];
  expect(statuses).toEqual([304, 304]);
  const letRead = (can: 0 | 1) =>
    db.client.execute({
      sql: "UPDATE crew_permission SET can_read = ? WHERE crew_id IN (SELECT crew_id FROM crew_member WHERE user_id = ?)",
      args: [can, id],
    });
  await letRead(0);
  for (let i = 0; i < 2; i++) {
    const { status, text, headers } = await look();
    expect([status, text, headers.etag]).toEqual([200, "no-jobs", 'W/"no-jobs"']);
  }
  await letRead(1);
  expect((await look()).status).toBe(304);
});
