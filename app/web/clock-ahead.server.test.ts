import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Database } from "#db/client.server";
import { makeUser } from "#db/factories";
import { outboxMessage, rateLimit } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { buildMailSteps } from "~/lib/mail/write.server";
import { requestPasswordReset } from "~/modules/people/data/resets.server";
import { createSignedOutActor } from "./actor.server";
import { procedure } from "./procedure";
import { countTries } from "./rate-limit.server";
import { runProcedure } from "./run-procedure.server";
import { deleteExpired } from "./sweep.server";

/**
 * Tests for a clock that ran a day ahead and was then corrected: rows stored under the wrong time must not block anyone
 * for a day.
 */
const NOW = new Date("2026-11-28T12:00:00.000Z");
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const DAY = 1_440;

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});

test("counts tries from zero, but includes tries counted by a server whose clock is a minute ahead", async () => {
  const tries = [{ limit: 3, bucket: "guesses" }];
  const count = (minutes: number) => countTries(db, later(minutes), tries);
  for (let n = 0; n < 3; n++) await count(DAY);
  expect((await catchError(count(DAY))).kind).toBe("tooMany");
  await count(0);
  // Servers whose clocks differ by a minute share one count.
  await count(1);
  await count(0);
  expect((await catchError(count(0))).kind).toBe("tooMany");
  expect((await catchError(count(1))).kind).toBe("tooMany");
});

test("deletes rate limit counts that begin in the future", async () => {
  await countTries(db, later(DAY), [{ limit: 3, bucket: "future" }]);
  await countTries(db, later(1), [{ limit: 3, bucket: "near" }]);
  await deleteExpired(db, NOW);
  const buckets = (await db.read.select().from(rateLimit)).map((row) => row.bucket);
  expect(buckets).toContain("near");
  expect(buckets).not.toContain("future");
});

test("sends a link for a new password even if an earlier request has tomorrow's date", async () => {
  await makeUser(db, { email: "ahead@clock.test" });
  const ask = (minutes: number) =>
    runProcedure(
      requestPasswordReset,
      { db, actor: createSignedOutActor(null), now: later(minutes), address: "192.0.2.7" },
      { login: "ahead@clock.test" },
    );
  const mails = async () =>
    (await db.read.select().from(outboxMessage).where(eq(outboxMessage.recipient, "ahead@clock.test")))
      .length;
  await ask(DAY);
  await ask(0);
  expect(await mails()).toBe(2);
  await ask(1);
  expect(await mails()).toBe(2);
});

test("doesn't delay today's mail because of mail that was recorded with tomorrow's date", async () => {
  const send = procedure({
    name: "sendTest",
    input: z.strictObject({}),
    run: (ctx) =>
      ctx.commit(buildMailSteps(ctx, { to: "many@clock.test", subject: "Hello", text: "Hello" }), {}),
  });
  let clock = later(DAY);
  const admin = h.manager.actor.user?.id ?? 0;
  const person = await actAs(db, admin, h.ids.manager.id, () => clock);
  const held = async () =>
    (await db.read.select().from(outboxMessage).where(eq(outboxMessage.recipient, "many@clock.test"))).filter(
      (row) => row.failed_at !== null,
    ).length;
  for (let n = 0; n < 300 && (await held()) === 0; n++) await person.call(send, {});
  expect(await held()).toBe(1);
  clock = NOW;
  await person.call(send, {});
  expect(await held()).toBe(1);
});
