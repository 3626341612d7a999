import { createHmac } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeUser } from "#db/factories";
import { notificationInbox, outboxMessage, supportThread } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import {
  answerSupport,
  getSupportThread,
  listSupportThreads,
  setSupportState,
} from "~/modules/admin/data/support.server";
import type { Procedure } from "~/web/procedure";
import { getMessageContext } from "../rules/message-context";
import { getThread, listThreads, replyThread, startThread } from "./support.server";
import { createChatToken } from "./token.server";

let db: Database;
let h: Harvest;
let boss: Awaited<ReturnType<typeof actAs>>;
let asker: Awaited<ReturnType<typeof actAs>>;
let serial = 0;
let email = "";
beforeEach(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  serial++;
  email = `asker${serial}@lake.test`;
  const duty = { is_super_user: true, email: `duty${serial}@site.test`, email_verified_at: "2026-01-01" };
  boss = await actAs(db, await makeUser(db, duty, []), null);
  asker = await actAs(db, await makeUser(db, { first_name: "Ann", email }, []), null);
});
const ask = async (subject = `Question ${serial}`) =>
  (
    await asker.call(startThread, {
      subject,
      body: "Can I correct a weight?",
      page: "/trip-tickets/12",
      about: "version 0.3.0 and request r-1",
    })
  ).id;
const waiting = async () => (await boss.call(listSupportThreads, { take: -1 })).threads.map(({ id }) => id);
const mailsTo = async (to: string) =>
  (await db.read.select().from(outboxMessage)).filter(({ recipient }) => recipient === to);
const version = async (support_thread_id: number) =>
  (await boss.call(getSupportThread, { support_thread_id })).version + 1;

test("notifies the staff on duty of a question and lists it as waiting, with its page and version", async () => {
  const id = await ask();
  expect(await waiting()).toContain(id);
  const duty = await mailsTo(`duty${serial}@site.test`);
  expect(duty.map(({ subject }) => subject)).toEqual([`Support: Question ${serial}`]);
  expect((await boss.call(getSupportThread, { support_thread_id: id })).messages).toMatchObject([
    { page: "/trip-tickets/12", about: "version 0.3.0 and request r-1", is_staff: false },
  ]);
});

test("an answer reaches the asker by notification and email, without its author's name", async () => {
  const id = await ask();
  await boss.call(answerSupport, {
    support_thread_id: id,
    version: await version(id),
    body: "Yes, by Friday.",
  });
  expect(await waiting()).not.toContain(id);
  const thread = await asker.call(getThread, { support_thread_id: id });
  expect(thread).toMatchObject({ state: "Answered", messages: [{}, { author: "Support", is_staff: true }] });
  const me = asker.actor.user?.id ?? 0;
  const inbox = (await db.read.select().from(notificationInbox)).filter(({ user_id }) => user_id === me);
  expect(inbox).toHaveLength(1);
  const [mail] = await mailsTo(email);
  expect(mail?.body).toContain("Yes, by Friday.");
  expect(mail?.body).toContain(`/support/${id}`);
});

test("a reply makes a conversation wait again, even if it was closed", async () => {
  const id = await ask();
  await boss.call(setSupportState, { support_thread_id: id, version: await version(id), state: "closed" });
  expect(await waiting()).not.toContain(id);
  expect((await asker.call(listThreads, {})).threads[0]?.state).toBe("Closed");
  await asker.call(replyThread, { support_thread_id: id, body: "Still wrong." });
  expect(await waiting()).toContain(id);
  const again = { support_thread_id: id, version: await version(id), state: "open" as const };
  expect((await catchError(boss.call(setSupportState, again))).kind).toBe("notNow");
});

test("lists the longest waiting conversation first, and a further message doesn't change that order", async () => {
  const first = await ask("First");
  const second = await ask("Second");
  await db.client.execute({
    sql: "UPDATE support_thread SET waiting_since = '2026-01-01T00:00:00.000Z' WHERE id = ?",
    args: [second],
  });
  await asker.call(replyThread, { support_thread_id: second, body: "And another thing." });
  expect((await waiting()).filter((id) => id === first || id === second)).toEqual([second, first]);
});

test("refuses an answer if the conversation has changed since it was read", async () => {
  const id = await ask();
  const read = await version(id);
  await asker.call(replyThread, { support_thread_id: id, body: "Never mind." });
  const late = { support_thread_id: id, version: read, body: "Yes." };
  expect((await catchError(boss.call(answerSupport, late))).kind).toBe("stale");
});

test("a conversation is visible only to its user, not to colleagues", async () => {
  const id = await ask();
  const colleague = h.manager;
  const mine = await colleague.call(startThread, { subject: "Mine", body: "Hello" });
  for (const [procedure, input] of [
    [getThread, { support_thread_id: id }],
    [replyThread, { support_thread_id: id, body: "Mine now" }],
    [listSupportThreads, {}],
    [getSupportThread, { support_thread_id: id }],
    [answerSupport, { support_thread_id: id, version: 2, body: "Not you" }],
    [setSupportState, { support_thread_id: id, version: 2, state: "closed" }],
  ] as [Procedure, object][])
    expect((await catchError(colleague.call(procedure, input))).kind).toBe("missing");
  const { threads } = await colleague.call(listThreads, { take: -1 });
  expect(threads.map((t) => t.id)).toContain(mine.id);
  expect(threads.map((t) => t.id)).not.toContain(id);
  expect((await db.read.select().from(supportThread)).find((t) => t.id === id)?.version).toBe(1);
});

describe("context of a support message", () => {
  const along = (url: string, referer?: string) =>
    getMessageContext(
      new Request(`http://site.test${url}`, { headers: referer ? { Referer: referer } : {} }),
      "r-9",
      "http://site.test",
    );
  test("the context contains the path of the previous page, without its query", () => {
    expect(along("/support", "http://site.test/jobs/3?q=secret").page).toBe("/jobs/3");
    expect(along("/support?from=/jobs/4", "http://site.test/jobs/3").page).toBe("/jobs/4");
  });
  test("the context never contains another site's page or a support page", () => {
    for (const from of ["http://evil.test/jobs/3", "http://site.test/support/2", "javascript:1", ""])
      expect(along("/support", from).page).toBeNull();
    expect(along("/support?from=//evil.test/x").page).toBeNull();
  });
  test("the context contains the request id from an error page, or else the request's own id", () => {
    expect(along("/support").about).toContain("request r-9");
    expect(along("/support?request=abc-1").about).toContain("request abc-1");
    expect(along("/support?request=<script>").about).toContain("request r-9");
  });
});

describe("chat token of a support provider", () => {
  const now = new Date("2026-11-18T09:00:00.000Z");
  const person = { id: 7, email: "ann@lake.test" };
  const by = (
    provider: Parameters<typeof createChatToken>[0]["provider"],
    email: string | null = person.email,
  ) => createChatToken({ provider, app_id: "app", secret: "s".repeat(20) }, { ...person, email }, now);
  const signed = (text: string) => createHmac("sha256", "s".repeat(20)).update(text).digest("hex");
  test("the token signs the user's identifier or confirmed email", () => {
    expect(by("chatwoot")).toMatchObject({ identifier: "user:7", token: signed("user:7") });
    expect(by("front").token).toBe(signed("ann@lake.test"));
    expect(by("crisp").token).toBe(signed("ann@lake.test"));
  });
  test("the token is a JWT valid for five minutes for Intercom", () => {
    const { token, expires_at } = by("intercom");
    const [head, payload, signature] = String(token).split(".");
    expect(createHmac("sha256", "s".repeat(20)).update(`${head}.${payload}`).digest("base64url")).toBe(
      signature,
    );
    const result = JSON.parse(Buffer.from(String(payload), "base64url").toString());
    expect(result).toEqual({ user_id: "user:7", email: "ann@lake.test", exp: now.getTime() / 1000 + 300 });
    expect(expires_at).toBe("2026-11-18T09:05:00.000Z");
  });
  test("the token is null for providers that need an email if the email isn't confirmed", () => {
    for (const provider of ["front", "crisp", "builtin"] as const)
      expect(by(provider, null)).toEqual({
        provider: "builtin",
        app_id: null,
        identifier: "user:7",
        token: null,
        expires_at: null,
      });
    expect(by("chatwoot", null).token).toBe(signed("user:7"));
  });
});
