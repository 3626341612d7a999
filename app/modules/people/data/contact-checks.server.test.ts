import { eq } from "drizzle-orm";
import { beforeAll, expect, test, vi } from "vitest";
import type { Database } from "#db/client.server";
import { makeUser } from "#db/factories";
import { accountEvent, outboxMessage, type user } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { createSignedOutActor } from "~/web/actor.server";
import { runProcedure } from "~/web/run-procedure.server";
import {
  changeEmail,
  confirmEmail,
  confirmPhone,
  getOwnContacts,
  sendPhoneCode,
} from "./contact-checks.server";
import { hashPassword } from "./hash.server";

// Configure the site to send mail and texts, with limits high enough for these tests.
vi.hoisted(() => {
  process.env.SMTP_URL = "smtp://127.0.0.1:9";
  process.env.TEXTER_URL = "http://127.0.0.1:9/texts";
  process.env.TEXTER_SECRET = "a-secret-for-tests-alone-0123456789";
  process.env.RATE_LIMIT_RESET = "100";
  process.env.RATE_LIMIT_SIGN_IN = "100";
});

let db: Database;
let now = new Date("2026-11-21T12:00:00.000Z");
let password_hash: string;
const current_password = "norway pine and tamarack";
beforeAll(async () => {
  db = await openTestDatabase();
  password_hash = await hashPassword(current_password);
});

let unique = 1;
const somebody = async (values: Partial<typeof user.$inferInsert> = {}) => {
  const email = `mari${unique++}@timber.test`;
  const id = await makeUser(db, { email, password_hash, ...values });
  return { id, email, person: await actAs(db, id, null, () => now) };
};
const messagesTo = (to: string) =>
  db.read.select().from(outboxMessage).where(eq(outboxMessage.recipient, to)).orderBy(outboxMessage.id);
const lastTo = async (to: string) => (await messagesTo(to)).at(-1)?.body ?? "";
const tokenIn = (body: string) => /verify-email\?token=([\w-]+)/.exec(body)?.[1] ?? "";
const open = (token: string) =>
  runProcedure(confirmEmail, { db, actor: createSignedOutActor(null), now, address: "127.0.0.1" }, { token });
const eventsOf = async (id: number) =>
  (await db.read.select().from(accountEvent).where(eq(accountEvent.user_id, id))).map((e) => e.event);

test("an email changes once its link is opened; the link works once, and the old email is notified", async () => {
  const { id, email, person } = await somebody();
  const to = `new${unique++}@timber.test`;
  const wrong = await catchError(person.call(changeEmail, { email: to, current_password: "not this" }));
  expect(Object.keys(wrong.refusal.facts.fields ?? {})).toEqual(["current_password"]);
  await person.call(changeEmail, { email: to, current_password });
  expect((await person.call(getOwnContacts, {})).email).toBe(email);
  const token = tokenIn(await lastTo(to));
  await open(token);
  expect(await person.call(getOwnContacts, {})).toMatchObject({ email: to, email_verified: true });
  expect(await lastTo(email)).toMatch(/now uses a different email/);
  expect(await eventsOf(id)).toContain("email-changed");
  expect((await catchError(open(token))).kind).toBe("notNow");
});

test("only the last email link works, and only for two days", async () => {
  const { person } = await somebody();
  const [first, second] = [`one${unique++}@timber.test`, `two${unique++}@timber.test`];
  await person.call(changeEmail, { email: first, current_password });
  await person.call(changeEmail, { email: second, current_password });
  expect((await catchError(open(tokenIn(await lastTo(first))))).kind).toBe("notNow");
  const date = now;
  now = new Date(now.getTime() + 49 * 3_600_000);
  expect((await catchError(open(tokenIn(await lastTo(second))))).kind).toBe("notNow");
  now = date;
  await open(tokenIn(await lastTo(second)));
});

test("another account's email can't be taken over, and a request doesn't reveal that account", async () => {
  const [me, other] = [await somebody(), await somebody()];
  expect(await me.person.call(changeEmail, { email: other.email, current_password })).toEqual({ ok: true });
  const message = await lastTo(other.email);
  expect([tokenIn(message), message]).toEqual(["", expect.stringMatching(/You already have one/)]);
  expect((await me.person.call(getOwnContacts, {})).email).toBe(me.email);
  // The email can't be taken over even if the account was created after the link was sent.
  const to = `late${unique++}@timber.test`;
  await me.person.call(changeEmail, { email: to, current_password });
  await somebody({ email: to });
  expect((await catchError(open(tokenIn(await lastTo(to))))).kind).toBe("notNow");
});

const codeIn = (body: string) => /code is (\d{6})/.exec(body)?.[1] ?? "";
const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

test("a code texted to a phone verifies the phone once, within ten minutes", async () => {
  const phone_number = "+19065550121";
  const { id, person } = await somebody({ phone_number });
  await person.call(sendPhoneCode, {});
  const first = codeIn(await lastTo(phone_number));
  await person.call(sendPhoneCode, {});
  const code = codeIn(await lastTo(phone_number));
  // An earlier code no longer works, unless both codes happen to be equal.
  if (first !== code)
    expect((await catchError(person.call(confirmPhone, { code: first }))).kind).toBe("invalid");
  const date = now;
  now = new Date(now.getTime() + 11 * 60_000);
  expect((await catchError(person.call(confirmPhone, { code }))).kind).toBe("invalid");
  now = date;
  await person.call(confirmPhone, { code });
  expect((await person.call(getOwnContacts, {})).phone_verified).toBe(true);
  expect(await eventsOf(id)).toContain("phone-verified");
  expect((await catchError(person.call(confirmPhone, { code }))).kind).toBe("invalid");
});

test("refuses the right phone code after five wrong ones", async () => {
  const phone_number = "+19065550122";
  const { person } = await somebody({ phone_number });
  await person.call(sendPhoneCode, {});
  const code = codeIn(await lastTo(phone_number));
  for (let i = 0; i < 5; i++)
    expect((await catchError(person.call(confirmPhone, { code: wrongFor(code) }))).kind).toBe("invalid");
  expect((await catchError(person.call(confirmPhone, { code }))).kind).toBe("invalid");
  expect((await person.call(getOwnContacts, {})).phone_verified).toBe(false);
});
