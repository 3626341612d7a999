import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeUser } from "#db/factories";
import { recoveryCode, secondFactor, session } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { createSignedOutActor } from "~/web/actor.server";
import { toFirstFactorActor } from "~/web/context.server";
import { runProcedure } from "~/web/run-procedure.server";
import { hashToken } from "~/web/session.server";
import { hashPassword } from "../../data/hash.server";
import { signInUser } from "../../data/sign-in.server";
import {
  completeCodeSignIn,
  getSecondFactor,
  removeSecondFactor,
  setCompanySecondFactor,
  setSecondFactor,
} from "./second-factor.server";
import { computeTotp, deriveOfferedSecret } from "./totp.server";

const password = "norway pine and tamarack";
let db: Database;
let h: Harvest;
let id: number;
let clock: Date;
let here: string;

beforeEach(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  id = await makeUser(db, { password_hash: await hashPassword(password) }, [h.ids.manager.admins]);
  clock = new Date();
  here = hashToken(crypto.randomUUID());
  await signedIn(here);
});

const signedIn = (token_hash: string) => {
  const now = clock.toISOString();
  const row = {
    token_hash,
    user_id: id,
    created_at: now,
    last_seen_at: now,
    expires_at: "2099-01-01T00:00:00.000Z",
  };
  return db.batch([db.write.insert(session).values(row).toSQL()]);
};
const me = () => actAs(db, id, h.ids.manager.id, () => clock);
const code = (seconds = 0) =>
  computeTotp(deriveOfferedSecret(here), new Date(clock.getTime() + seconds * 1_000));
const setUp = async () => (await me()).call(setSecondFactor, { session: here, code: code(), password });
const pass = (typed: string) =>
  runProcedure(
    completeCodeSignIn,
    { db, actor: createSignedOutActor(null), now: clock, address: "192.0.2.7" },
    { user_id: id, code: typed },
  );
const kindOf = async (work: Promise<unknown>) => (await catchError(work)).kind;

test("second-factor setup needs password and code, signs out other devices, and stores hashed recovery codes", async () => {
  const other = hashToken(crypto.randomUUID());
  await signedIn(other);
  const person = await me();
  expect(await kindOf(person.call(setSecondFactor, { session: here, code: code(), password: "wrong" }))).toBe(
    "invalid",
  );
  expect(await kindOf(person.call(setSecondFactor, { session: here, code: code(300), password }))).toBe(
    "invalid",
  );
  const { codes } = await setUp();
  expect(new Set(codes).size).toBe(10);
  const sessions = await db.read.select().from(session).where(eq(session.user_id, id));
  expect(sessions.map((s) => [s.token_hash, s.second_factor_at !== null])).toEqual([[here, true]]);
  const stored = JSON.stringify(await db.read.select().from(recoveryCode));
  for (const item of codes) expect(stored).not.toContain(item.replaceAll("-", ""));
  // Test that a copy of the database isn't enough to compute a code.
  expect(JSON.stringify(await db.read.select().from(secondFactor))).not.toContain(deriveOfferedSecret(here));
  expect(await kindOf(setUp())).toBe("notNow");
});

test("accepts a code once, rejects wrong and old codes, and limits attempts", async () => {
  await setUp();
  expect(await kindOf(pass(code()))).toBe("invalid");
  clock = new Date(clock.getTime() + 60_000);
  expect(await kindOf(pass("000000"))).toBe("invalid");
  expect(await pass(code())).toEqual({ userId: id });
  expect(await kindOf(pass(code()))).toBe("invalid");
  expect(await kindOf(pass(code(-30)))).toBe("invalid");
  clock = new Date(clock.getTime() + 60_000);
  expect(await kindOf(pass(code(-120)))).toBe("invalid");
  for (let n = 0; n < 20; n++) await catchError(pass("111111"));
  expect(await kindOf(pass(code()))).toBe("tooMany");
});

test("an attacker with the password can't lock the user out, or keep guessing from other addresses", async () => {
  await setUp();
  clock = new Date(clock.getTime() + 60_000);
  const from = (address: string, typed: string, device: string | null = null) =>
    runProcedure(
      completeCodeSignIn,
      { db, actor: createSignedOutActor(null), now: clock, address },
      { user_id: id, code: typed, device },
    );
  for (let n = 0; n < 10; n++) await catchError(from("198.51.100.1", "111111"));
  expect(await kindOf(from("198.51.100.1", code()))).toBe("tooMany");
  expect(await from("192.0.2.7", code())).toEqual({ userId: id });
  // Guesses from many addresses are limited too, but the user's own device can still sign in.
  for (let n = 2; n < 40; n++) await catchError(from(`198.51.100.${n}`, "111111"));
  clock = new Date(clock.getTime() + 60_000);
  expect(await kindOf(from("198.51.100.99", code()))).toBe("tooMany");
  expect(await from("192.0.2.7", code(), "own-device")).toEqual({ userId: id });
});

test("a code used while the clock was fast doesn't lock the user out after the clock is corrected", async () => {
  await setUp();
  const now = clock;
  clock = new Date(now.getTime() + 86_400_000);
  expect(await pass(code())).toEqual({ userId: id });
  clock = new Date(now.getTime() + 60_000);
  const right = code();
  expect(await pass(right)).toEqual({ userId: id });
  expect(await kindOf(pass(right))).toBe("invalid");
});

test("accepts only one of two identical simultaneous codes", async () => {
  await setUp();
  clock = new Date(clock.getTime() + 60_000);
  const outcomes = await Promise.allSettled([pass(code()), pass(code())]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("accepts a recovery code once, and only for its own account", async () => {
  const { codes } = await setUp();
  const [first = "", second = ""] = codes;
  expect(await pass(first.toLowerCase().replaceAll("-", " "))).toEqual({ userId: id });
  expect(await kindOf(pass(first))).toBe("invalid");
  const stranger = await makeUser(db, {}, []);
  const theirs = runProcedure(
    completeCodeSignIn,
    { db, actor: createSignedOutActor(null), now: clock, address: "192.0.2.8" },
    { user_id: stranger, code: second },
  );
  expect(await kindOf(theirs)).toBe("invalid");
  expect((await (await me()).call(getSecondFactor, { session: here })).codes_left).toBe(9);
});

test("gives an account with a second factor no session before the code, with or without a password", async () => {
  await setUp();
  const args = {
    request: new Request("http://x.test/login", { method: "POST" }),
    context: { cspNonce: "", requestId: "", address: "192.0.2.9", updating: false },
  };
  for (const knowsPassword of [true, false]) {
    const { half, headers, landing } = await signInUser(args, id, { knowsPassword });
    expect([half, landing]).toEqual([{ app: true, passkey: false }, "/login/code"]);
    expect(headers.getSetCookie().join()).not.toContain("tt_session");
  }
  const done = await signInUser(args, id, { second: true });
  expect(done.headers.getSetCookie().join()).toContain("tt_session=");
});

test("removing the second factor requires the password and a currently valid code", async () => {
  const { codes } = await setUp();
  const person = await me();
  const [first = ""] = codes;
  expect(await kindOf(person.call(removeSecondFactor, { code: first, password: "wrong" }))).toBe("invalid");
  expect(await kindOf(person.call(removeSecondFactor, { code: "123456", password }))).toBe("invalid");
  await person.call(removeSecondFactor, { code: first, password });
  expect(await db.read.select().from(secondFactor).where(eq(secondFactor.user_id, id))).toEqual([]);
});

test("only an admin with a second factor can require it; then admins without it lose access, crews don't", async () => {
  expect(await kindOf((await me()).call(setCompanySecondFactor, { asks: "yes" }))).toBe("notNow");
  expect(await kindOf(h.logger.call(setCompanySecondFactor, { asks: "yes" }))).toBe("notNow");
  await setUp();
  await (await me()).call(setCompanySecondFactor, { asks: "yes" });
  const admin = toFirstFactorActor((await actAs(db, h.manager.actor.user?.id ?? 0, h.ids.manager.id)).actor);
  expect([admin.company, admin.companies, admin.permissions.job.read, admin.lacks_second_factor]).toEqual([
    null,
    [],
    false,
    true,
  ]);
  const driver = await makeUser(db, {}, [h.ids.manager.crew]);
  expect(toFirstFactorActor((await actAs(db, driver, h.ids.manager.id)).actor).company?.id).toBe(
    h.ids.manager.id,
  );
  expect(toFirstFactorActor(h.rival.actor).company?.id).toBe(h.ids.rival.id);
});

test("a super user who signed in with only a password has no super user rights", async () => {
  const chief = await makeUser(db, { is_super_user: true }, []);
  const { actor } = await actAs(db, chief, null);
  expect(actor.user?.is_super_user).toBe(true);
  expect(toFirstFactorActor(actor).user?.is_super_user).toBe(false);
});
