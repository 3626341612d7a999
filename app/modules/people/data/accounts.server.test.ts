import { beforeAll, expect, test } from "vitest";
import type { z } from "zod";
import type { Database } from "#db/client.server";
import { makeCompany, makeUser } from "#db/factories";
import { outboxMessage, session } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { createRaceDatabase } from "#db/testing/overtaken";
import { openTestDatabase } from "#db/testing/test-database";
import { createSignedOutActor } from "~/web/actor.server";
import type { Procedure } from "~/web/procedure";
import { clearTriesStatement, countTries } from "~/web/rate-limit.server";
import { runProcedure } from "~/web/run-procedure.server";
import { acceptInvite } from "./accept-invite.server";
import { getInvite, signUp, verifyCredentials } from "./accounts.server";
import { hashPassword } from "./hash.server";
import { invitePerson, revokeInvite } from "./invites.server";
import { listPeople } from "./people.server";
import { getPasswordReset, requestPasswordReset, resetPassword } from "./resets.server";

let db: Database;
let now = new Date("2026-11-21T12:00:00.000Z");
beforeAll(async () => {
  db = await openTestDatabase();
});

/** Call a procedure as a signed-out visitor. */
const ask = <I extends z.ZodType, O>(procedure: Procedure<I, O>, input: z.input<I>) =>
  runProcedure(procedure, { db, actor: createSignedOutActor(null), now, address: "127.0.0.1" }, input);
const GOOD = "norway pine and tamarack";

/** Return the token in the link of the newest mail to this address. */
async function mailedToken(email: string): Promise<string> {
  const messages = (await db.read.select().from(outboxMessage)).filter((m) => m.recipient === email);
  return /(?:token=|invite\/)([\w-]+)/.exec(messages.at(-1)?.body ?? "")?.[1] ?? "";
}

test("signs an account in by email, ignoring case, and by phone, but by nothing else", async () => {
  const { userId } = await ask(signUp, {
    first_name: "Wendy",
    last_name: "Aho",
    email: "Wendy@Aho.test",
    phone_number: "906-555-7001",
    password: GOOD,
  });
  for (const login of ["wendy@aho.test", " WENDY@AHO.TEST ", "(906)555-7001", "+19065557001"])
    expect(await ask(verifyCredentials, { login, password: GOOD })).toEqual({ userId });
  const wrong = await catchError(ask(verifyCredentials, { login: "wendy@aho.test", password: "x" }));
  const unknown = await catchError(ask(verifyCredentials, { login: "nobody@aho.test", password: GOOD }));
  expect(wrong.message).toBe(unknown.message);
  const taken = { first_name: "W", last_name: "A", email: "wendy@aho.test", password: GOOD };
  expect((await catchError(ask(signUp, taken))).refusal.facts.fields).toHaveProperty("email");
  expect(
    (await catchError(ask(signUp, { ...taken, email: "other@aho.test", phone_number: "9065557001" }))).refusal
      .facts.fields,
  ).toHaveProperty("phone_number");
  expect(
    (await catchError(ask(signUp, { ...taken, email: "x@aho.test", password: "password123" }))).refusal.facts
      .fields,
  ).toHaveProperty("password");
});

test("a reset link works once, within two hours, and signs out every device", async () => {
  const id = await makeUser(db, {
    email: "lost@demo.test",
    password_hash: await hashPassword("the old password"),
  });
  await db.batch([
    db.write
      .insert(session)
      .values({ token_hash: "s1", user_id: id, created_at: "x", last_seen_at: "x", expires_at: "2099" })
      .toSQL(),
  ]);
  expect(await ask(requestPasswordReset, { login: "unknown@demo.test" })).toEqual({ ok: true });
  expect(await mailedToken("unknown@demo.test")).toBe("");
  await ask(requestPasswordReset, { login: "lost@demo.test" });
  const token = await mailedToken("lost@demo.test");
  now = new Date(now.getTime() + 3 * 3_600_000);
  expect((await catchError(ask(resetPassword, { token, password: GOOD }))).kind).toBe("notNow");
  now = new Date(now.getTime() - 2 * 3_600_000);
  expect(await ask(getPasswordReset, { token })).toEqual({ is_usable: true });
  await ask(resetPassword, { token, password: GOOD });
  expect(await ask(getPasswordReset, { token })).toEqual({ is_usable: false });
  expect((await db.read.select().from(session)).filter((s) => s.user_id === id)).toEqual([]);
  const matches = (await db.read.select().from(outboxMessage)).filter(
    (m) => m.recipient === "lost@demo.test",
  );
  expect(matches.at(-1)?.subject).toBe("Your password was changed");
  expect(await ask(verifyCredentials, { login: "lost@demo.test", password: GOOD })).toEqual({ userId: id });
  expect((await catchError(ask(resetPassword, { token, password: `${GOOD} 2` }))).kind).toBe("notNow");
});

test("only the newest reset link works, but a repeat request within the pause keeps the earlier link", async () => {
  await makeUser(db, { email: "twice@demo.test", password_hash: await hashPassword("the old one") });
  const asked = async () => {
    await ask(requestPasswordReset, { login: "twice@demo.test" });
    return mailedToken("twice@demo.test");
  };
  const first = await asked();
  // Repeated requests neither send more mail nor lock the account.
  for (let i = 0; i < 3; i++) expect(await asked()).toBe(first);
  const start = now;
  now = new Date(start.getTime() + 6 * 60_000);
  const second = await asked();
  expect(first).not.toBe(second);
  expect((await catchError(ask(resetPassword, { token: first, password: GOOD }))).kind).toBe("notNow");
  await ask(resetPassword, { token: second, password: `${GOOD} 2` });
  expect((await catchError(ask(resetPassword, { token: second, password: GOOD }))).kind).toBe("notNow");
  now = start;
});

test("reports a disabled account only after the right password, and sends it no reset link", async () => {
  await makeUser(db, {
    email: "off@niemi.test",
    password_hash: await hashPassword(GOOD),
    disabled_at: now.toISOString(),
  });
  const tried = (password: string) =>
    catchError(ask(verifyCredentials, { login: "off@niemi.test", password }));
  expect((await tried(GOOD)).message).toMatch(/was disabled/);
  expect((await tried("not the password")).message).not.toMatch(/disabled/);
  const sent = async () => (await db.read.select().from(outboxMessage)).length;
  const before = await sent();
  await ask(requestPasswordReset, { login: "off@niemi.test" });
  expect(await sent()).toBe(before);
});

test("a reset request takes as long without an account as with one", async () => {
  await makeUser(db, { email: "timed@demo.test", password_hash: await hashPassword(GOOD) });
  for (const login of ["timed@demo.test", "nobody-timed@demo.test"]) {
    const start = performance.now();
    await ask(requestPasswordReset, { login });
    expect(performance.now() - start).toBeGreaterThan(240);
  }
});

test("if two people use the same reset link at once, only one sets the password", async () => {
  const id = await makeUser(db, {
    email: "race@demo.test",
    password_hash: await hashPassword("the old one"),
  });
  await ask(requestPasswordReset, { login: "race@demo.test" });
  const token = await mailedToken("race@demo.test");
  const first = { sql: "UPDATE password_reset SET used_at = 'x' WHERE user_id = ?", params: [id] };
  const second = runProcedure(
    resetPassword,
    { db: createRaceDatabase(db, first), actor: createSignedOutActor(null), now, address: "127.0.0.1" },
    { token, password: GOOD },
  );
  expect((await catchError(second)).kind).toBe("notNow");
  expect((await catchError(ask(verifyCredentials, { login: "race@demo.test", password: GOOD }))).kind).toBe(
    "invalid",
  );
});

test("only an admin sends and withdraws an invitation, and it adds its person to the crew once", async () => {
  const company = await makeCompany(db);
  const admin = await actAs(db, await makeUser(db, {}, [company.admins]), company.id, () => now);
  const member = await actAs(db, await makeUser(db, {}, [company.crew]), company.id);
  const guest = { first_name: "Tuomas", last_name: "Niemi", email: "tuomas@niemi.test" };
  expect((await catchError(member.call(invitePerson, guest))).kind).toBe("forbidden");
  await admin.call(invitePerson, guest);
  const token = await mailedToken(guest.email);
  expect(await ask(getInvite, { token })).toMatchObject({ first_name: "Tuomas" });
  expect(await ask(getInvite, { token: "guessed" })).toBeNull();
  await ask(acceptInvite, { token, email: guest.email, password: GOOD });
  const { people, invited } = await admin.call(listPeople, {});
  expect([people.some((p) => p.first_name === "Tuomas" && !p.is_admin), invited]).toEqual([true, []]);
  expect((await catchError(ask(acceptInvite, { token, email: guest.email, password: GOOD }))).kind).toBe(
    "notNow",
  );
  expect((await catchError(admin.call(invitePerson, guest))).refusal.facts.fields).toHaveProperty("email");

  await admin.call(invitePerson, { ...guest, email: "second@niemi.test" });
  const open = (await admin.call(listPeople, {})).invited[0];
  const rivalCompany = await makeCompany(db);
  const rival = await actAs(db, await makeUser(db, {}, [rivalCompany.admins]), rivalCompany.id);
  expect((await catchError(rival.call(revokeInvite, { invite_id: open?.id ?? 0 }))).kind).toBe("missing");
  await admin.call(revokeInvite, { invite_id: open?.id ?? 0 });
  expect(await ask(getInvite, { token: await mailedToken("second@niemi.test") })).toBeNull();
});

test("a person with an account joins with its own password, not with one chosen by the link's holder", async () => {
  const company = await makeCompany(db);
  const admin = await actAs(db, await makeUser(db, {}, [company.admins]), company.id, () => now);
  await makeUser(db, { email: "known@niemi.test", password_hash: await hashPassword(GOOD) });
  await admin.call(invitePerson, { first_name: "K", last_name: "N", email: "known@niemi.test" });
  const token = await mailedToken("known@niemi.test");
  expect(await ask(getInvite, { token })).toMatchObject({ has_account: true });
  const taken = ask(acceptInvite, { token, email: "known@niemi.test", password: "a password of the thief" });
  expect((await catchError(taken)).refusal.facts.fields).toHaveProperty("password");
  await ask(acceptInvite, { token, email: "known@niemi.test", password: GOOD });
});

test("an invitation can be read and accepted for two weeks", async () => {
  const company = await makeCompany(db);
  const admin = await actAs(db, await makeUser(db, {}, [company.admins]), company.id, () => now);
  await admin.call(invitePerson, { first_name: "L", last_name: "Late", email: "late@niemi.test" });
  const token = await mailedToken("late@niemi.test");
  const start = now;
  now = new Date(start.getTime() + 13 * 86_400_000);
  expect(await ask(getInvite, { token })).toMatchObject({ first_name: "L", has_account: false });
  now = new Date(start.getTime() + 15 * 86_400_000);
  expect(await ask(getInvite, { token })).toBeNull();
  const taken = ask(acceptInvite, { token, email: "late@niemi.test", password: GOOD });
  expect((await catchError(taken)).kind).toBe("notNow");
  expect((await admin.call(listPeople, {})).invited).toEqual([]);
  now = start;
});

test("lists a company's people and invitations to that company only", async () => {
  const company = await makeCompany(db);
  const admin = await actAs(db, await makeUser(db, {}, [company.admins]), company.id, () => now);
  const member = await actAs(db, await makeUser(db, {}, [company.crew]), company.id, () => now);
  const rivalCompany = await makeCompany(db);
  const rival = await actAs(db, await makeUser(db, {}, [rivalCompany.admins]), rivalCompany.id, () => now);
  await rival.call(invitePerson, { first_name: "R", last_name: "V", email: "rival@niemi.test" });
  await admin.call(invitePerson, { first_name: "A", last_name: "B", email: "asked@niemi.test" });
  const listed = await admin.call(listPeople, {});
  expect([listed.people.length, listed.invited.map((i) => i.email)]).toEqual([2, ["asked@niemi.test"]]);
  expect(await member.call(listPeople, {})).toMatchObject({ invited: [], may_invite: false });
});

test("counts tries per time window across all instances and refuses more than the limit", async () => {
  const date = new Date("2026-11-21T12:00:00.000Z");
  const count = (limit: number, bucket: string, when = date) => countTries(db, when, [{ limit, bucket }]);
  for (let i = 0; i < 3; i++) await count(3, "sign-in:x");
  const { kind, refusal } = await catchError(count(3, "sign-in:x"));
  expect([kind, refusal.facts.retryAfter]).toEqual(["tooMany", 900]);
  await count(3, "sign-in:x", new Date(date.getTime() + 901_000));
  await count(1, "sign-in:y");
  await db.batch([clearTriesStatement("sign-in:y")]);
  await count(1, "sign-in:y");
  const both = countTries(db, date, [
    { limit: 5, bucket: "sign-in:z" },
    { limit: 1, bucket: "sign-in:y" },
  ]);
  expect((await catchError(both)).kind).toBe("tooMany");
});
