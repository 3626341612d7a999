import { eq } from "drizzle-orm";
import { beforeAll, expect, test, vi } from "vitest";
import type { z } from "zod";
import type { Database } from "#db/client.server";
import { FIXED_INSTANT, insertRow, makeCompany, makeUser } from "#db/factories";
import { accountEvent, crewMember, crewMemberRequest, outboxMessage, session, user } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { actWithoutPermissions } from "#db/testing/limited";
import { openTestDatabase } from "#db/testing/test-database";
import { createSignedOutActor } from "~/web/actor.server";
import type { Procedure } from "~/web/procedure";
import { runProcedure } from "~/web/run-procedure.server";
import { getProfile } from "../shared/profile.server";
import { correctContacts, createSupportLink, getAccount } from "../shared/support.server";
import { verifyCredentials } from "./accounts.server";
import { addEmployee } from "./employees.server";
import { hashPassword } from "./hash.server";
import { renewEmployeeLink } from "./new-links.server";
import { requestPasswordReset, resetPassword } from "./resets.server";

vi.hoisted(() => {
  process.env.SMTP_URL = "smtp://127.0.0.1:9";
  process.env.TEXTER_URL = "http://127.0.0.1:9/texts";
  process.env.TEXTER_SECRET = "a-secret-for-tests-alone-0123456789";
});

let db: Database;
let now = new Date("2026-11-21T12:00:00.000Z");
let password_hash: string;
beforeAll(async () => {
  db = await openTestDatabase();
  password_hash = await hashPassword("the old password");
});

const ask = <I extends z.ZodType, O>(procedure: Procedure<I, O>, input: z.input<I>) =>
  runProcedure(procedure, { db, actor: createSignedOutActor(null), now, address: "127.0.0.1" }, input);
const NEW = "norway pine and tamarack";
const REASON = "Called us from the number on file";
const tokenOf = (text: string) => /token=([\w-]+)/.exec(text)?.[1] ?? "";
const messagesTo = async (to: string) =>
  (await db.read.select().from(outboxMessage)).filter((m) => m.recipient === to);

let phones = 0;
const newPhone = () => `+1906556${String(1_000 + ++phones)}`;

/** Set up a company whose admin added a driver by phone; the driver has a password. */
async function scene(more: Partial<typeof user.$inferInsert> = {}) {
  const company = await makeCompany(db);
  const admin = await actAs(
    db,
    await makeUser(db, { password_hash }, [company.admins]),
    company.id,
    () => now,
  );
  const phone_number = newPhone();
  const values = { email: null, phone_number, password_hash, creator_company_id: company.id, ...more };
  const driver = await makeUser(db, values, [company.crew]);
  return { company, admin, driver, phone: phone_number };
}

test("texts a link to a driver with only a phone, and using it verifies the phone", async () => {
  const { driver, phone } = await scene();
  await ask(requestPasswordReset, { login: phone });
  const [text] = await messagesTo(phone);
  expect(text?.kind).toBe("text");
  await ask(resetPassword, { token: tokenOf(text?.body ?? ""), password: NEW });
  expect(await ask(verifyCredentials, { login: phone, password: NEW })).toEqual({ userId: driver });
  const [row] = await db.read.select().from(user).where(eq(user.id, driver));
  expect(row?.phone_verified_at).not.toBeNull();
});

test("mails the link to people with an email, unless they typed a verified phone", async () => {
  const [proved, claimed] = [newPhone(), newPhone()];
  await makeUser(db, {
    email: "both@lake.test",
    phone_number: proved,
    phone_verified_at: FIXED_INSTANT,
    password_hash,
  });
  await makeUser(db, { email: "claims@lake.test", phone_number: claimed, password_hash });
  await ask(requestPasswordReset, { login: claimed });
  expect([await messagesTo(claimed), (await messagesTo("claims@lake.test")).length]).toEqual([[], 1]);
  await ask(requestPasswordReset, { login: proved });
  expect([(await messagesTo(proved)).length, await messagesTo("both@lake.test")]).toEqual([1, []]);
});

test("an admin's link lets a locked-out employee in, ends earlier links and sessions, and notifies the person", async () => {
  const { admin, driver, phone, company } = await scene();
  await ask(requestPasswordReset, { login: phone });
  const before = tokenOf((await messagesTo(phone))[0]?.body ?? "");
  const dates = { created_at: FIXED_INSTANT, last_seen_at: FIXED_INSTANT, expires_at: "2099" };
  await insertRow(db, session, { token_hash: `s-${driver}`, user_id: driver, ...dates });
  const result = await admin.call(renewEmployeeLink, { user_id: driver });
  // The link itself isn't sent to anyone, but the person is notified that it was created.
  expect(result).toMatchObject({ sent: null, to: null });
  expect((await messagesTo(phone)).at(-1)?.body).toContain("made a link");
  expect((await messagesTo(phone)).at(-1)?.body).not.toContain("token=");
  expect((await catchError(ask(resetPassword, { token: before, password: NEW }))).kind).toBe("notNow");
  await ask(resetPassword, { token: tokenOf(result.link), password: NEW });
  expect(await ask(verifyCredentials, { login: phone, password: NEW })).toEqual({ userId: driver });
  expect(await db.read.select().from(session).where(eq(session.user_id, driver))).toEqual([]);
  const person = await actAs(db, driver, company.id, () => now);
  const { events } = await person.call(getProfile, {});
  expect(events.map((e) => [e.text, e.by === null])).toEqual([
    ["The password was reset", true],
    ["A link to choose a new password was made", false],
  ]);
  // A link that was handed over personally doesn't verify a phone.
  const [row] = await db.read.select().from(user).where(eq(user.id, driver));
  expect(row?.phone_verified_at).toBeNull();
});

test("an admin can't get control of an account that gives access to more than the admin's company", async () => {
  const other = await makeCompany(db);
  const verified = { email_verified_at: FIXED_INSTANT, creator_company_id: null };
  const elsewhere = await scene();
  await insertRow(db, crewMember, {
    crew_id: other.crew,
    user_id: elsewhere.driver,
    created_at: FIXED_INSTANT,
  });
  const asks = await scene();
  await insertRow(db, crewMemberRequest, {
    company_id: other.id,
    user_id: asks.driver,
    created_at: FIXED_INSTANT,
  });
  const support = await scene({ is_super_user: true });
  const own = await scene({ email: "own@lake.test", ...verified });
  for (const { admin, driver } of [elsewhere, asks, support, own])
    expect((await catchError(admin.call(renewEmployeeLink, { user_id: driver }))).kind).toBe("notNow");
  expect(await db.read.select().from(accountEvent).where(eq(accountEvent.user_id, elsewhere.driver))).toEqual(
    [],
  );

  const unproved = await scene({ email: "typed@lake.test", creator_company_id: null });
  await unproved.admin.call(renewEmployeeLink, { user_id: unproved.driver });
  const stranger = await scene();
  const rival = (await scene()).admin;
  expect((await catchError(rival.call(renewEmployeeLink, { user_id: stranger.driver }))).kind).toBe(
    "missing",
  );
  const foreman = await actWithoutPermissions(db, stranger.company.id, "job.read");
  expect((await catchError(foreman.call(renewEmployeeLink, { user_id: stranger.driver }))).kind).toBe(
    "forbidden",
  );
});

test("an admin's link stops working once its person joins another company, or after a day", async () => {
  const joins = await scene();
  const { link } = await joins.admin.call(renewEmployeeLink, { user_id: joins.driver });
  const other = await makeCompany(db);
  await insertRow(db, crewMember, { crew_id: other.crew, user_id: joins.driver, created_at: FIXED_INSTANT });
  expect((await catchError(ask(resetPassword, { token: tokenOf(link), password: NEW }))).kind).toBe("notNow");

  const late = await scene();
  const result = await late.admin.call(renewEmployeeLink, { user_id: late.driver });
  const start = now;
  now = new Date(start.getTime() + 25 * 3_600_000);
  expect((await catchError(ask(resetPassword, { token: tokenOf(result.link), password: NEW }))).kind).toBe(
    "notNow",
  );
  now = start;
});

test("only support creates a password link for a locked-out person and corrects an email, with a recorded reason", async () => {
  const { driver, admin } = await scene({ email: "old@lake.test", email_verified_at: FIXED_INSTANT });
  const support = await actAs(db, await makeUser(db, { is_super_user: true }), null, () => now);
  for (const procedure of [getAccount, correctContacts, createSupportLink] as Procedure[])
    expect(
      (await catchError(admin.call(procedure, { user_id: driver, version: 2, reason: REASON } as never)))
        .kind,
    ).toMatch(/missing|invalid/);
  const { version } = await support.call(getAccount, { user_id: driver });
  const change = { user_id: driver, version: version + 1, email: "new@lake.test", reason: REASON };
  expect((await catchError(support.call(correctContacts, { ...change, reason: "x" }))).kind).toBe("invalid");
  await support.call(correctContacts, change);
  const after = await support.call(getAccount, { user_id: driver });
  expect(after).toMatchObject({ email: "new@lake.test", email_verified: false });
  expect((await messagesTo("old@lake.test")).at(-1)?.subject).toBe("Your account was changed");
  const { link } = await support.call(createSupportLink, { user_id: driver, reason: REASON });
  await ask(resetPassword, { token: tokenOf(link), password: NEW });
  const { events } = await support.call(getAccount, { user_id: driver });
  expect(events.map((e) => [e.text, e.reason])).toEqual([
    ["The password was reset", null],
    ["Support made a link to choose a new password", REASON],
    ["Support corrected the email", REASON],
  ]);
  const equal = await makeUser(db, { is_super_user: true });
  expect((await catchError(support.call(createSupportLink, { user_id: equal, reason: REASON }))).kind).toBe(
    "notNow",
  );
});

test("limits how often an admin can find out whether a phone has an account", async () => {
  const { admin, phone } = await scene();
  const worker = { first_name: "Onni", last_name: "Maki", phone_number: phone };
  const kinds: string[] = [];
  for (let i = 0; i < 25; i++) kinds.push((await catchError(admin.call(addEmployee, worker))).kind);
  expect(kinds.slice(0, 20).every((kind) => kind === "invalid")).toBe(true);
  expect(kinds.slice(20).every((kind) => kind === "tooMany")).toBe(true);
  await admin.call(addEmployee, { ...worker, phone_number: newPhone() });
});
