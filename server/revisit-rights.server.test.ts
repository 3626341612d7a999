import { expect, test } from "vitest";
import { acting } from "#db/testing/acting";
import { makeHarvest } from "#db/testing/harvest";
import { actingWithout } from "#db/testing/limited";
import { testDatabase } from "#db/testing/test-database";
import { KEPT_HEADERS } from "~/web/revisit";
import type { Revisit } from "../app/program.server";
import { onLoopback } from "./loopback";
import { revisits } from "./revisits";

test("a right that is taken away between two looks makes the page another one", async () => {
  const db = await testDatabase();
  const h = await makeHarvest(db);
  const { id = 0 } = (await actingWithout(db, h.ids.manager.id, "job.create")).actor.user ?? {};
  const { ask } = await onLoopback(
    revisits({ version: () => db.version(), kept: KEPT_HEADERS, visitor: async () => `u${id}` }),
    async (_req, res) => {
      const { permissions } = (await acting(db, id, h.ids.manager.id)).actor;
      const said = permissions.job.read ? "jobs" : "no-jobs";
      res.locals.actor = `u${id}`;
      const revisit: Revisit | undefined = res.locals.revisit;
      const tag = `W/"${said}"`;
      revisit?.shown(tag, []);
      res.set({ ETag: tag });
      res.status(revisit?.holds === tag ? 304 : 200).end(said);
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
