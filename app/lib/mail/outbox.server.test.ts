import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { type Database, openDatabase } from "#db/client.server";
import { makeUser } from "#db/factories";
import { backgroundJob, outboxMessage } from "#db/schema";
import { actAs } from "#db/testing/acting";
import { getTestDatabaseUrl, openTestDatabase } from "#db/testing/test-database";
import { createRunner, type Runner } from "~/lib/queue/runner.server";
import type { App } from "~/web/app.server";
import { allowAnyRows, commitSteps } from "~/web/commit.server";
import { env } from "~/web/env.server";
import { log } from "~/web/log.server";
import { procedure } from "~/web/procedure";
import { QUEUED_UNTIL_SENT, queueWaitingStatements } from "./queued.server";
import { closeMailConnections } from "./senders.server";
import { sendMailTask, sendTextTask } from "./sending.server";
import { startMailServer } from "./testing/mail-server";
import { buildMailSteps, DAILY_LIMITS } from "./write.server";

let mail: Awaited<ReturnType<typeof startMailServer>>;
let db: Database;
let own: Runner;
let late = 0;
const now = () => new Date(Date.now() + late);
const quiet = log.child({}, { level: "silent" });
/** Create a server over a database, with its own queue state. */
const serverOn = (database: Database, process: string): Runner => {
  const app: App = { db: database, now, log: quiet };
  return createRunner({ app, kinds: [sendMailTask, sendTextTask], place: process, process });
};
const deliver = () => own.drain();
beforeAll(async () => {
  mail = await startMailServer();
  env().SMTP_URL = mail.url;
  db = await openTestDatabase();
  own = serverOn(db, "own");
});
afterAll(() => {
  closeMailConnections();
  mail.close();
});

const LINKS = ["http://localhost:3000/reset-password?token=Abc-1_2", "http://localhost:3000/invite/Xyz-3_4"];
const AT = "2026-11-21T12:00:00.000Z";
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const soon = () => ago(-3_600_000);

type Values = Partial<typeof outboxMessage.$inferInsert>;
/** Insert a waiting message and queue it as a server does. */
async function put(recipient: string, body = "Hello", more: Values = {}): Promise<number> {
  const values = { kind: "mail", recipient, subject: "A link", body, created_at: AT, expires_at: soon() };
  const insert = db.write.insert(outboxMessage).values({ ...values, ...more });
  const [set] = await db.batch([insert.toSQL(), ...queueWaitingStatements(now())]);
  return Number(set?.lastInsertRowid);
}
async function row(id: number) {
  const [found] = await db.read.select().from(outboxMessage).where(eq(outboxMessage.id, id));
  if (!found) throw new Error(`no message ${id}`);
  return found;
}
/** Return the newest queue item of a message. */
async function item(id: number) {
  const items = await db.read
    .select()
    .from(backgroundJob)
    .where(eq(backgroundJob.unique_key, String(id)));
  const [found] = items.reverse();
  if (!found) throw new Error(`no item of message ${id}`);
  return found;
}
/** Let the pause and the lease of every waiting message expire. */
const passTime = () =>
  db.batch([
    {
      sql: `UPDATE background_job SET run_at = '', claimed_until = iif(claimed_until IS NULL, NULL, '')
        WHERE finished_at IS NULL AND failed_at IS NULL`,
      params: [],
    },
  ]);

/** Create a second server over the same database. */
async function otherServer(process: string): Promise<Runner> {
  const other = await openDatabase({ url: getTestDatabaseUrl() });
  onTestFinished(() => other.close());
  return serverOn(other, process);
}

test("sends a mail once and removes its secret link from the outbox", async () => {
  for (const link of LINKS) await put("pat@timber.test", `Open this:\n${link}\n\nIf not, do nothing.`);
  await deliver();
  await deliver();
  const letters = mail.to("pat@timber.test");
  expect(letters).toHaveLength(2);
  // Search only for the tokens, because long lines and "=" are encoded in a letter.
  for (const token of ["Abc-1_2", "Xyz-3_4"]) expect(letters.join("")).toContain(token);
  const stored = await db.read.select().from(outboxMessage);
  expect(stored.every((message) => message.sent_at !== null && message.failure === null)).toBe(true);
  expect(stored.map((message) => message.body)).toEqual([
    "Open this:\nhttp://localhost:3000/reset-password?token=…\n\nIf not, do nothing.",
    "Open this:\nhttp://localhost:3000/invite/…\n\nIf not, do nothing.",
  ]);
});

test("sends waiting messages in the next pass after a database failure", async () => {
  const id = await put("later@timber.test");
  const rename = (from: string, to: string) =>
    db.batch([{ sql: `ALTER TABLE ${from} RENAME TO ${to}`, params: [] }]);
  await rename("background_job", "away");
  await deliver();
  await rename("away", "background_job");
  await deliver();
  expect((await row(id)).sent_at).not.toBeNull();
});

test("thirty bouncing addresses don't delay other mail, and are retried only after their pause", async () => {
  mail.behavior.refuses = /gone-/;
  const bad: number[] = [];
  for (let i = 0; i < 30; i++) bad.push(await put(`gone-${i}@timber.test`));
  const good = await put("reset@timber.test");
  const before = mail.connections();
  await deliver();
  expect((await row(good)).sent_at).not.toBeNull();
  const first = await item(bad[0] ?? 0);
  expect(first).toMatchObject({ attempts: 1, finished_at: null, failed_at: null });
  expect(first.failure).toContain("550");
  const pause = Date.parse(first.run_at) - Date.now();
  expect(pause).toBeGreaterThan(40_000);
  expect(pause).toBeLessThan(61_000);
  await deliver();
  expect((await item(bad[0] ?? 0)).attempts).toBe(1);
  // The server reuses connections instead of opening one for each message.
  expect(mail.connections() - before).toBeLessThan(20);
  mail.behavior.refuses = null;
  await db.batch([
    db.write.delete(outboxMessage).where(sql`recipient LIKE 'gone-%'`).toSQL(),
    db.write.delete(backgroundJob).where(sql`finished_at IS NULL`).toSQL(),
  ]);
});

test("stops sending a message after eight tries and stores the reason", async () => {
  mail.behavior.refuses = /never@/;
  const id = await put("never@timber.test");
  for (let i = 0; i < 12; i++) {
    await passTime();
    await deliver();
  }
  const input = await row(id);
  expect([input.attempts, input.sent_at]).toEqual([8, null]);
  expect(input.failed_at).not.toBeNull();
  expect(input.failure).toContain("550");
  mail.behavior.refuses = null;
  await passTime();
  await deliver();
  expect(mail.to("never@timber.test")).toEqual([]);
});

test("doesn't send an expired link", async () => {
  const id = await put("late@timber.test", `Open ${LINKS[0]}`, { expires_at: ago(1) });
  await deliver();
  expect(mail.to("late@timber.test")).toEqual([]);
  expect((await row(id)).failed_at).not.toBeNull();
});

test("two servers and a slow mail server send each message once", async () => {
  mail.behavior.delayMs = 300;
  const ids: number[] = [];
  for (let i = 0; i < 6; i++) ids.push(await put(`slow-${i}@timber.test`));
  const other = await otherServer("other");
  await Promise.all([deliver(), other.drain(), deliver(), other.drain()]);
  mail.behavior.delayMs = 0;
  for (let i = 0; i < 6; i++) expect(mail.to(`slow-${i}@timber.test`)).toHaveLength(1);
  for (const id of ids) expect([(await row(id)).attempts, (await item(id)).attempts]).toEqual([1, 1]);
});

test("another server sends a dead server's message after its lease, and the dead server's late result changes nothing", async () => {
  mail.behavior.silent = true;
  const id = await put("orphan@timber.test");
  const dying = await otherServer("dying");
  const stuck = dying.drain();
  await expect.poll(async () => (await item(id)).attempts).toBe(1);
  const lease = Date.parse((await item(id)).claimed_until ?? "") - Date.now();
  expect(lease).toBeGreaterThan(60_000);
  const alive = await otherServer("alive");
  // Wait until the mail server has accepted the letter but not confirmed it.
  await expect.poll(() => mail.held()).toBe(1);
  mail.behavior.silent = false;
  await alive.drain();
  expect(mail.to("orphan@timber.test")).toEqual([]);
  await passTime();
  await alive.drain();
  const sent = [await row(id), await item(id)];
  expect(mail.to("orphan@timber.test")).toHaveLength(1);
  // Break the dead server's connection.
  mail.dropLines();
  await stuck;
  expect([await row(id), await item(id)]).toEqual(sent);
  expect(sent[0]).toMatchObject({ attempts: 2, failure: null });
});

test("abandons a message that stops the server on every try", async () => {
  const id = await put("poison@timber.test", "x", { attempts: 8 });
  await deliver();
  expect(await row(id)).toMatchObject({ sent_at: null, failure: expect.stringContaining("stopped") });
  expect((await row(id)).failed_at).not.toBeNull();
});

test("doesn't resend a mail that the same server sent but couldn't record as sent", async () => {
  const id = await put("unnoted@timber.test");
  await db.batch([
    {
      sql: `CREATE TRIGGER no_note BEFORE UPDATE OF sent_at ON outbox_message BEGIN SELECT RAISE(ABORT, 'no'); END`,
      params: [],
    },
  ]);
  await deliver();
  await passTime();
  await deliver();
  expect([mail.to("unnoted@timber.test").length, (await row(id)).sent_at]).toEqual([1, null]);
  await db.batch([{ sql: "DROP TRIGGER no_note", params: [] }]);
  await passTime();
  await deliver();
  expect(mail.to("unnoted@timber.test")).toHaveLength(1);
  expect([(await row(id)).sent_at, (await item(id)).finished_at]).not.toContain(null);
});

test("queues a message in the commit that writes it, unless it is held or its topic was just sent to the recipient", async () => {
  const to = "once@timber.test";
  const tell = procedure({
    name: "tell",
    audience: "user",
    input: z.strictObject({ topic: z.string().optional() }),
    run: (ctx, { topic }) =>
      ctx.commit(buildMailSteps(ctx, { to, subject: "News", text: "Hello", ...(topic && { topic }) }), {
        ok: true,
      }),
  });
  const person = await actAs(db, await makeUser(db), null);
  const items = async () => {
    const ids = db.read
      .select({ id: sql`CAST(id AS TEXT)` })
      .from(outboxMessage)
      .where(eq(outboxMessage.recipient, to));
    return (await db.read.select().from(backgroundJob).where(sql`unique_key IN ${ids}`)).length;
  };
  await person.call(tell, { topic: "a" });
  await person.call(tell, { topic: "a" });
  expect(await items()).toBe(1);
  for (let i = 0; i < DAILY_LIMITS.pair + 1; i++) await person.call(tell, {});
  expect(await items()).toBe(DAILY_LIMITS.pair);
  await deliver();
  expect(mail.to(to)).toHaveLength(DAILY_LIMITS.pair);
});

test("queues a waiting message that has no queue item, unless a server of an earlier version is sending it", async () => {
  const values = {
    kind: "mail",
    recipient: "",
    subject: "News",
    body: "Hello",
    created_at: now().toISOString(),
  };
  const write = (more: Values) => allowAnyRows(db.write.insert(outboxMessage).values({ ...values, ...more }));
  const soon = new Date(Date.now() + 60_000).toISOString();
  const waits = { recipient: "waited@timber.test", next_attempt_at: "", attempts: 2 };
  const leaving = { recipient: "leaving@timber.test", next_attempt_at: soon, attempts: 1 };
  const text = { recipient: "+19065550197", kind: "text", next_attempt_at: "" };
  await commitSteps(db, [write(waits), write(leaving), write(text)], {}, null);
  for (let i = 0; i < 2; i++) await db.batch(queueWaitingStatements(now()));
  await deliver();
  await deliver();
  expect(mail.to("waited@timber.test")).toHaveLength(1);
  expect(mail.to("leaving@timber.test")).toEqual([]);
  const [sent] = await db.read
    .select()
    .from(outboxMessage)
    .where(eq(outboxMessage.recipient, waits.recipient));
  expect(sent).toMatchObject({ attempts: 3, next_attempt_at: QUEUED_UNTIL_SENT });
  late = 120_000;
  await db.batch(queueWaitingStatements(now()));
  await deliver();
  expect(mail.to("leaving@timber.test")).toHaveLength(1);
  expect(
    (await db.read.select().from(backgroundJob).where(eq(backgroundJob.name, "text message"))).length,
  ).toBe(0);
  late = 0;
});
