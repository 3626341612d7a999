import { and, eq, ne } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeCompany, makeUser } from "#db/factories";
import { outboxMessage, session, user } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { switchCompany } from "~/modules/companies/shared/company.server";
import { createSignedOutActor } from "~/web/actor.server";
import { env } from "~/web/env.server";
import { runProcedure } from "~/web/run-procedure.server";
import { startSession } from "~/web/session.server";
import { verifyCredentials } from "../data/accounts.server";
import { hashPassword } from "../data/hash.server";
import { requestPasswordReset, resetPassword } from "../data/resets.server";
import { action as edit } from "../routes/edit";
import { action } from "../routes/profile";
import { changePassword, endOwnSession, getProfile } from "./profile.server";

const OLD = "norway pine and tamarack";
const NEW = "white cedar and hemlock";

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
});

let serial = 0;
/** A person who is signed in on two devices. */
async function person() {
  const email = `person-${++serial}@profile.test`;
  const id = await makeUser(db, { email, password_hash: await hashPassword(OLD) });
  const here = `${serial}`.padStart(32, "a");
  const there = `${serial}`.padStart(32, "b");
  for (const token_hash of [here, there])
    await db.batch([
      db.write
        .insert(session)
        .values({ token_hash, user_id: id, created_at: "x", last_seen_at: "x", expires_at: "2099" })
        .toSQL(),
    ]);
  return { id, email, here, there, acts: await actAs(db, id, null) };
}
const sessionsOf = async (id: number) =>
  (await db.read.select().from(session).where(eq(session.user_id, id))).map((row) => row.token_hash);
const signsIn = (login: string, password: string) =>
  runProcedure(
    verifyCredentials,
    { db, actor: createSignedOutActor(null), now: new Date(), address: "" },
    { login, password },
  ).then(
    () => true,
    () => false,
  );

test("changing a password requires the current one and signs out other devices", async () => {
  const { id, email, here, acts } = await person();
  const guess = acts.call(changePassword, { current_password: "guessed", password: NEW, keep: here });
  expect((await catchError(guess)).refusal.facts.fields).toHaveProperty("current_password");
  expect([await signsIn(email, OLD), (await sessionsOf(id)).length]).toEqual([true, 2]);
  await acts.call(changePassword, { current_password: OLD, password: NEW, keep: here });
  expect([await signsIn(email, OLD), await signsIn(email, NEW)]).toEqual([false, true]);
  expect(await sessionsOf(id)).toEqual([here]);
  const matches = (await db.read.select().from(outboxMessage)).filter((mail) => mail.recipient === email);
  expect(matches.map((mail) => mail.subject)).toEqual(["Your password was changed"]);
});

test("a reset link mailed before a password change can't undo the change", async () => {
  const { email, acts } = await person();
  const visitor = { db, actor: createSignedOutActor(null), now: new Date(), address: "" };
  await runProcedure(requestPasswordReset, visitor, { login: email });
  const [mail] = (await db.read.select().from(outboxMessage)).filter((m) => m.recipient === email);
  const token = /token=([\w-]+)/.exec(mail?.body ?? "")?.[1] ?? "";
  await acts.call(changePassword, { current_password: OLD, password: NEW });
  const late = runProcedure(resetPassword, visitor, { token, password: OLD });
  expect((await catchError(late)).kind).toBe("notNow");
});

test("limits password guesses on an unattended signed-in phone", async () => {
  const { id } = await person();
  const cookie = (await startSession(new Request("http://x.test/"), id, null)).split(";")[0] ?? "";
  const guess = () => {
    const body = new URLSearchParams({ current_password: "guessed", password: NEW });
    const request = new Request("http://x.test/profile", {
      method: "POST",
      body,
      headers: { Cookie: cookie },
    });
    const context = { cspNonce: "", requestId: "", address: "192.0.2.7", updating: false };
    return action({ request, context, params: {} }).then(
      (answer) => answer.init?.status,
      (thrown: { init?: ResponseInit }) => thrown.init?.status,
    );
  };
  for (let i = 0; i < env().RATE_LIMIT_SIGN_IN; i++) expect(await guess()).toBe(422);
  expect(await guess()).toBe(429);
});

test("refuses a common password", async () => {
  const { acts } = await person();
  const weak = acts.call(changePassword, { current_password: OLD, password: "Password-2026" });
  expect((await catchError(weak)).refusal.facts.fields).toHaveProperty("password");
});

test("a person ends their own sessions and nobody else's", async () => {
  const [mine, other] = [await person(), await person()];
  expect((await catchError(mine.acts.call(endOwnSession, { session: other.there }))).kind).toBe("missing");
  expect(await sessionsOf(other.id)).toHaveLength(2);
  await mine.acts.call(endOwnSession, { session: mine.there });
  expect(await sessionsOf(mine.id)).toEqual([mine.here]);
});

test("unticking a company's box stops sign-ins from starting with that company; switching companies doesn't", async () => {
  const company = await makeCompany(db);
  const mine = await person();
  await db.batch([
    {
      sql: "INSERT INTO crew_member (crew_id, user_id, created_at) VALUES (?, ?, ?)",
      params: [company.crew, mine.id, "2026-09-01T12:00:00.000Z"],
    },
  ]);
  const first = async () =>
    (await db.read.select().from(user).where(eq(user.id, mine.id)))[0]?.default_company_id;
  const choose = async (form: { is_default?: boolean; says_default?: boolean }) => {
    const { call } = await actAs(db, mine.id, null);
    await call(switchCompany, { company_id: company.id, session: mine.here, ...form });
    return first();
  };
  expect(await choose({ is_default: true, says_default: true })).toBe(company.id);
  expect(await choose({})).toBe(company.id);
  expect(await choose({ is_default: true, says_default: true })).toBe(company.id);
  expect(await choose({ says_default: true })).toBeNull();
});

test("a profile lists only unexpired sessions and never contains the password's hash", async () => {
  const { id, here, there, acts } = await person();
  await db.batch([
    db.write.update(session).set({ expires_at: "2001" }).where(eq(session.token_hash, there)).toSQL(),
  ]);
  const profile = await acts.call(getProfile, {});
  expect(profile.sessions.map((s) => s.token_hash)).toEqual([here]);
  const [row] = await db.read.select().from(user).where(eq(user.id, id));
  expect(JSON.stringify(profile)).not.toContain(row?.password_hash);
});

test("a person switches only to their own companies, and only in the current session", async () => {
  const company = await makeCompany(db);
  const rival = await makeCompany(db);
  const [mine, other] = [await person(), await person()];
  await db.batch([
    {
      sql: "INSERT INTO crew_member (crew_id, user_id, created_at) VALUES (?, ?, ?)",
      params: [company.crew, mine.id, "2026-09-01T12:00:00.000Z"],
    },
  ]);
  const { call } = await actAs(db, mine.id, null);
  const activeIn = async (token: string) =>
    (await db.read.select().from(session).where(eq(session.token_hash, token)))[0]?.active_company_id;
  const foreign = await catchError(call(switchCompany, { company_id: rival.id, session: mine.here }));
  expect([foreign.kind, await activeIn(mine.here)]).toEqual(["missing", null]);
  await catchError(call(switchCompany, { company_id: company.id, session: other.here }));
  expect(await activeIn(other.here)).toBeNull();
  await call(switchCompany, { company_id: company.id, session: mine.here });
  expect([await activeIn(mine.here), await activeIn(mine.there)]).toEqual([company.id, null]);
});

test("changing the phone asks for a password that wasn't entered recently, and keeps the typed form", async () => {
  const { id } = await person();
  const cookie = (await startSession(new Request("http://x.test/"), id, null)).split(";")[0] ?? "";
  const save = (fields: Record<string, string>) => {
    const body = new URLSearchParams({ version: "2", first_name: "Aino", last_name: "Maki", ...fields });
    const request = new Request("http://x.test/profile/edit", {
      method: "POST",
      body,
      headers: { Cookie: cookie },
    });
    return edit({
      request,
      context: { cspNonce: "", requestId: "", address: "192.0.2.7", updating: false },
      params: {},
    });
  };
  const before = new Date(Date.now() - 16 * 60_000).toISOString();
  await db.batch([
    db.write
      .update(session)
      .set({ created_at: before })
      .where(and(eq(session.user_id, id), ne(session.created_at, "x")))
      .toSQL(),
  ]);
  const carried = await save({ phone_number: "(906) 555-0123" }).catch((thrown: unknown) => thrown);
  expect(carried).toMatchObject({
    init: { status: 401 },
    data: {
      message: expect.stringMatching(/Sign in again/),
      carried: { fields: expect.arrayContaining([["phone_number", "(906) 555-0123"]]) },
    },
  });
  // The user may change their name without entering the password.
  await save({}).catch(() => undefined);
  const [row] = await db.read.select().from(user).where(eq(user.id, id));
  expect(row).toMatchObject({ first_name: "Aino", phone_number: null });
});
