import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import type { Database } from "#db/client.server";
import { FIXED_INSTANT, insertRow, makeUser } from "#db/factories";
import { notification, outboxMessage } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { removeLinks } from "~/lib/mail/outbox";
import { queueWaitingStatements } from "~/lib/mail/queued.server";
import { sendMailTask, sendTextTask } from "~/lib/mail/sending.server";
import { checkOutbox } from "~/lib/mail/watch.server";
import { buildMailSteps } from "~/lib/mail/write.server";
import { runDueTasks } from "~/lib/queue/testing/doing.server";
import { listOutbox, resendMessage } from "~/modules/admin/outbox/data/admin.server";
import { buildJobNotificationSteps } from "~/modules/jobs/companies/data/notify.server";
import { log } from "~/web/log.server";
import { procedure } from "~/web/procedure";

// Set the environment before any import, because settings are read only once.
const { SECRET, PORT } = vi.hoisted(() => {
  const set = { SECRET: "a-secret-for-tests-alone-0123456789", PORT: 20_000 + (process.pid % 20_000) };
  Object.assign(process.env, {
    TEXTER_SECRET: set.SECRET,
    TEXTER_URL: `http://127.0.0.1:${set.PORT}/texts`,
  });
  return set;
});

type Post = { headers: IncomingHttpHeaders; body: string };
const posts: Post[] = [];
let status = 200;
const texter = createServer((request, response) => {
  let body = "";
  request.on("data", (piece: Buffer) => {
    body += piece.toString();
  });
  request.on("end", () => {
    posts.push({ headers: request.headers, body });
    response.writeHead(status).end();
  });
});

let db: Database;
let harvest: Harvest;
beforeAll(async () => {
  await new Promise<void>((resolve) => texter.listen(PORT, "127.0.0.1", resolve));
  db = await openTestDatabase();
  harvest = await makeHarvest(db);
});
afterAll(() => void texter.close());

const deliver = () =>
  runDueTasks({ db, now: () => new Date(), log: log.child({}, { level: "silent" }) }, [
    sendMailTask,
    sendTextTask,
  ]);
const messagesTo = async (to: string) =>
  (await db.read.select().from(outboxMessage)).filter((m) => m.recipient === to);

const mailTo = procedure({
  name: "mailTo",
  input: z.strictObject({ to: z.string() }),
  run: (ctx, { to }) => ctx.commit(buildMailSteps(ctx, { to, subject: "News", text: "Hello" }), { ok: true }),
});
const invite = procedure({
  name: "invite",
  input: z.strictObject({ company: z.number(), name: z.string() }),
  async run(ctx, { company, name }) {
    const title = `${name} invited you`;
    const notice = {
      type: 2,
      what: "invited",
      company,
      job: harvest.ids.job,
      path: "/jobs/1/accept",
    } as const;
    return ctx.commit(await buildJobNotificationSteps(ctx, { ...notice, title, message: title }), {
      ok: true,
    });
  },
});

test("repeated invitations mail and notify a company once", async () => {
  const { hauler } = harvest.ids;
  for (let i = 0; i < 5; i++) await harvest.manager.call(invite, { company: hauler.id, name: `Name ${i}` });
  expect(await messagesTo(harvest.hauler.actor.user?.email ?? "")).toHaveLength(1);
  const matches = (await db.read.select().from(notification)).filter((n) => n.company_id === hauler.id);
  expect(matches).toHaveLength(1);
});

test("limits a company to twenty mails a day to one recipient, and holds further mails with the reason", async () => {
  for (let i = 0; i < 23; i++) await harvest.manager.call(mailTo, { to: "victim@lake.test" });
  const messages = await messagesTo("victim@lake.test");
  const held = messages.filter((m) => m.failed_at !== null);
  expect([messages.length, held.length]).toEqual([23, 3]);
  expect(held[0]?.failure).toContain("Held");
  // Another company can still mail the same recipient.
  await harvest.logger.call(mailTo, { to: "victim@lake.test" });
  expect((await messagesTo("victim@lake.test")).at(-1)?.failed_at).toBeNull();
});

test("removes links, addresses and line breaks from user-typed names in a mail", async () => {
  const name = "Pay\r\nBcc: x@evil.test now at https://evil.test/pay or www.evil.test\u202e";
  await harvest.rival.call(invite, { company: harvest.ids.mill.id, name });
  const [message] = await messagesTo(harvest.mill.actor.user?.email ?? "");
  for (const text of [message?.subject ?? "", (message?.body ?? "").split("\n\n")[0] ?? ""]) {
    expect(text).not.toMatch(/[\r\n\u202e]/);
    expect(text).not.toMatch(/https?:\/\/|\w\.\w|@/);
    expect(text.length).toBeGreaterThan(10);
  }
  expect(removeLinks("x".repeat(1_000_000), 150).length).toBe(150);
  expect(removeLinks("Smith Bros. Logging, 4.5 tons", 150)).toBe("Smith Bros. Logging, 4.5 tons");
});

test("posts a signed text message, and retries it under the same id until the texter accepts it", async () => {
  const row = { kind: "text", recipient: "+19065550199", subject: "Code", created_at: FIXED_INSTANT };
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  const body = "Your Timbertally code is 123456. Go.";
  const id = await insertRow(db, outboxMessage, { ...row, body, expires_at });
  await db.batch(queueWaitingStatements(new Date()));
  status = 500;
  await deliver();
  const support = await actAs(db, await makeUser(db, { is_super_user: true }), null);
  const { failed } = await support.call(listOutbox, {});
  expect(failed.find((m) => m.id === id)).toMatchObject({
    tries: 1,
    failed_at: null,
    failure: "The texter answered 500.",
  });
  status = 202;
  await db.batch([{ sql: "UPDATE background_job SET run_at = ''", params: [] }]);
  await deliver();
  expect((await messagesTo(row.recipient))[0]?.body).toBe("Your Timbertally code is …. Go.");
  expect(posts).toHaveLength(2);
  for (const { headers, body } of posts) {
    const signed = `${String(headers["x-timbertally-timestamp"])}.${body}`;
    const expected = createHmac("sha256", SECRET).update(signed).digest("hex");
    expect(headers["x-timbertally-signature"]).toBe(`sha256=${expected}`);
    expect(JSON.parse(body)).toMatchObject({ to: row.recipient, id: headers["idempotency-key"] });
  }
  expect(posts[0]?.headers["idempotency-key"]).toBe(posts[1]?.headers["idempotency-key"]);
});

test("a super user sees failed messages without their links and can resend them; nobody else can", async () => {
  const values = { kind: "text", recipient: "+19065550198", subject: "Link", created_at: FIXED_INSTANT };
  const body = "Open http://localhost:3000/reset-password?token=Secret-1";
  const input = {
    failed_at: FIXED_INSTANT,
    failure: "550",
    expires_at: new Date(Date.now() + 60_000).toISOString(),
  };
  const id = await insertRow(db, outboxMessage, { ...values, body, ...input });
  const expired = await insertRow(db, outboxMessage, {
    ...values,
    body,
    ...input,
    expires_at: FIXED_INSTANT,
  });
  const support = await actAs(db, await makeUser(db, { is_super_user: true }), null);
  vi.stubEnv("SMTP_URL", "");
  const { failed, trouble } = await support.call(listOutbox, {});
  expect(failed.find((m) => m.id === id)?.failure).toBe("550");
  expect(trouble.late).toBeGreaterThanOrEqual(0);
  expect((await catchError(harvest.manager.call(resendMessage, { id }))).kind).toBe("missing");
  expect((await catchError(support.call(resendMessage, { id: expired }))).kind).toBe("notNow");
  await support.call(resendMessage, { id });
  expect((await db.read.select().from(outboxMessage)).find((m) => m.id === id)?.failed_at).toBeNull();
  posts.length = 0;
  await deliver();
  expect(posts.map(({ body }) => JSON.parse(body).to)).toContain(values.recipient);
});

test("logs a message that waits for more than an hour only once", async () => {
  await insertRow(db, outboxMessage, {
    kind: "text",
    recipient: "+19065550197",
    subject: "Old",
    body: "Old",
    created_at: new Date(Date.now() - 2 * 3_600_000).toISOString(),
  });
  const lines: unknown[] = [];
  const details = { error: (...facts: unknown[]) => lines.push(facts) } as never;
  for (let i = 0; i < 3; i++) await checkOutbox({ db, now: () => new Date(), log: details });
  expect(lines).toHaveLength(1);
});
