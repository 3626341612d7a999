import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { Database } from "#db/client.server";
import { outboxMessage } from "#db/schema";
import { testAddress, testDatabase } from "#db/testing/test-database";
import { startMailServer } from "./testing/mail-server";

type Deliver = typeof import("~/core/outbox/deliver.server");
let mail: Awaited<ReturnType<typeof startMailServer>>;
let db: Database;
let deliver: () => Promise<void>;
beforeAll(async () => {
  mail = await startMailServer();
  vi.stubEnv("SMTP_URL", mail.url);
  db = await testDatabase();
  deliver = (await import("~/core/outbox/deliver.server")).deliverOutbox;
});
afterAll(async () => {
  vi.unstubAllEnvs();
  const { closeMailer } = await import("~/core/outbox/senders.server");
  closeMailer();
  mail.close();
});

const LINKS = ["http://localhost:3000/reset-password?token=Abc-1_2", "http://localhost:3000/invite/Xyz-3_4"];
const AT = "2026-11-21T12:00:00.000Z";
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const soon = () => ago(-3_600_000);

type Values = Partial<typeof outboxMessage.$inferInsert>;
async function put(recipient: string, body = "Hello", more: Values = {}): Promise<number> {
  const values = { kind: "mail", recipient, subject: "A link", body, created_at: AT, expires_at: soon() };
  const [set] = await db.batch([
    db.write
      .insert(outboxMessage)
      .values({ ...values, ...more })
      .toSQL(),
  ]);
  return Number(set?.lastInsertRowid);
}
async function row(id: number) {
  const [found] = await db.read.select().from(outboxMessage).where(eq(outboxMessage.id, id));
  if (!found) throw new Error(`no message ${id}`);
  return found;
}
/** Lets the pause of every waiting message be over. */
const passTime = () =>
  db.batch([{ sql: "UPDATE outbox_message SET next_try_at = '' WHERE sent_at IS NULL", params: [] }]);

/** A second server over the same database: a copy of the code with a state of its own. */
async function otherServer(): Promise<Deliver> {
  vi.resetModules();
  const { database } = await import("#db/client.server");
  const other = await database(() => ({ url: testAddress() }));
  onTestFinished(() => other.close());
  return import("~/core/outbox/deliver.server");
}

test("a mail that was sent keeps its words in the outbox and not its link, and is sent once", async () => {
  for (const link of LINKS) await put("pat@timber.test", `Open this:\n${link}\n\nIf not, do nothing.`);
  await deliver();
  await deliver();
  const letters = mail.to("pat@timber.test");
  expect(letters).toHaveLength(2);
  // Long lines and "=" are written otherwise in a letter.
  for (const token of ["Abc-1_2", "Xyz-3_4"]) expect(letters.join("")).toContain(token);
  const kept = await db.read.select().from(outboxMessage);
  expect(kept.every((message) => message.sent_at !== null && message.failure === null)).toBe(true);
  expect(kept.map((message) => message.body)).toEqual([
    "Open this:\nhttp://localhost:3000/reset-password?token=…\n\nIf not, do nothing.",
    "Open this:\nhttp://localhost:3000/invite/…\n\nIf not, do nothing.",
  ]);
});

test("a database that doesn't answer stops no server: what waits goes with the next pass", async () => {
  const id = await put("later@timber.test");
  const rename = (from: string, to: string) =>
    db.batch([{ sql: `ALTER TABLE ${from} RENAME TO ${to}`, params: [] }]);
  await rename("outbox_message", "away");
  await deliver();
  await rename("away", "outbox_message");
  await deliver();
  expect((await row(id)).sent_at).not.toBeNull();
});

test("thirty addresses that bounce hold up nobody, and are tried again only after their pause", async () => {
  mail.behavior.refuses = /gone-/;
  const bad: number[] = [];
  for (let i = 0; i < 30; i++) bad.push(await put(`gone-${i}@timber.test`));
  const good = await put("reset@timber.test");
  const before = mail.connections();
  await deliver();
  expect((await row(good)).sent_at).not.toBeNull();
  const first = await row(bad[0] ?? 0);
  expect(first).toMatchObject({ tries: 1, sent_at: null, given_up_at: null });
  expect(first.failure).toContain("550");
  const pause = Date.parse(first.next_try_at) - Date.now();
  expect(pause).toBeGreaterThan(40_000);
  expect(pause).toBeLessThan(61_000);
  await deliver();
  expect((await row(bad[0] ?? 0)).tries).toBe(1);
  // Connections are reused instead of opened for each message.
  expect(mail.connections() - before).toBeLessThan(20);
  mail.behavior.refuses = null;
  await db.batch([db.write.delete(outboxMessage).where(sql`recipient LIKE 'gone-%'`).toSQL()]);
});

test("after eight tries it gives up, keeps the reason, and stops asking", async () => {
  mail.behavior.refuses = /never@/;
  const id = await put("never@timber.test");
  for (let i = 0; i < 12; i++) {
    await passTime();
    await deliver();
  }
  const given = await row(id);
  expect([given.tries, given.sent_at]).toEqual([8, null]);
  expect(given.given_up_at).not.toBeNull();
  expect(given.failure).toContain("550");
  mail.behavior.refuses = null;
  await passTime();
  await deliver();
  expect(mail.to("never@timber.test")).toEqual([]);
});

test("a link that has expired is not sent any more", async () => {
  const id = await put("late@timber.test", `Open ${LINKS[0]}`, { expires_at: ago(1) });
  await deliver();
  expect(mail.to("late@timber.test")).toEqual([]);
  expect((await row(id)).given_up_at).not.toBeNull();
});

test("two servers and a slow mail server send each message once", async () => {
  mail.behavior.delayMs = 300;
  const ids: number[] = [];
  for (let i = 0; i < 6; i++) ids.push(await put(`slow-${i}@timber.test`));
  const other = await otherServer();
  await Promise.all([deliver(), other.deliverOutbox(), deliver(), other.deliverOutbox()]);
  mail.behavior.delayMs = 0;
  for (let i = 0; i < 6; i++) expect(mail.to(`slow-${i}@timber.test`)).toHaveLength(1);
  for (const id of ids) expect((await row(id)).tries).toBe(1);
});

test("what a server was sending when it died is taken up after its lease, and its late word changes nothing", async () => {
  mail.behavior.silent = true;
  const id = await put("orphan@timber.test");
  const dying = await otherServer();
  const stuck = dying.deliverOutbox();
  await expect.poll(async () => (await row(id)).tries, { timeout: 5_000 }).toBe(1);
  const lease = Date.parse((await row(id)).next_try_at) - Date.now();
  expect(lease).toBeGreaterThan(60_000);
  const alive = await otherServer();
  mail.behavior.silent = false;
  await alive.deliverOutbox();
  expect(mail.to("orphan@timber.test")).toEqual([]);
  await passTime();
  await alive.deliverOutbox();
  const sent = await row(id);
  expect(mail.to("orphan@timber.test")).toHaveLength(1);
  // The dead server's connection breaks at last.
  mail.dropLines();
  await stuck;
  expect(await row(id)).toEqual(sent);
});

test("a message whose try always stops the server is given up too", async () => {
  const id = await put("poison@timber.test", "x", { tries: 8 });
  await deliver();
  expect(await row(id)).toMatchObject({ sent_at: null, failure: expect.stringContaining("stopped") });
  expect((await row(id)).given_up_at).not.toBeNull();
});

test("a mail that left and could not be noted is not sent again by the same server", async () => {
  const id = await put("unnoted@timber.test");
  const alive = await otherServer();
  await db.batch([
    {
      sql: `CREATE TRIGGER no_note BEFORE UPDATE OF sent_at ON outbox_message BEGIN SELECT RAISE(ABORT, 'no'); END`,
      params: [],
    },
  ]);
  await alive.deliverOutbox();
  expect([mail.to("unnoted@timber.test").length, (await row(id)).sent_at]).toEqual([1, null]);
  await db.batch([{ sql: "DROP TRIGGER no_note", params: [] }]);
  await passTime();
  await alive.deliverOutbox();
  expect(mail.to("unnoted@timber.test")).toHaveLength(1);
  expect((await row(id)).sent_at).not.toBeNull();
});
