import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeUser } from "#db/factories";
import { accountEvent, passkey, recoveryCode, session } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { createSoftAuthenticator } from "#db/testing/authenticator";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { createSignedOutActor } from "~/web/actor.server";
import { env } from "~/web/env.server";
import { runProcedure } from "~/web/run-procedure.server";
import { hashToken } from "~/web/session.server";
import { hashPassword } from "../../data/hash.server";
import { hasSecondFactor, readSecondFactorKinds } from "../../shared/second-factors.server";
import {
  addPasskey,
  completePasskeySignIn,
  removePasskey,
  renamePasskey,
  startPasskey,
  startPasskeySignIn,
} from "./passkeys.server";
import {
  completeCodeSignIn,
  removeSecondFactor,
  renewRecoveryCodes,
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
  clock = new Date();
  ({ id, here } = await somebody());
});

/** Create a signed-in user of the manager's company. */
async function somebody() {
  const row = { password_hash: await hashPassword(password), email: `${crypto.randomUUID()}@timber.test` };
  const user = await makeUser(db, row, [h.ids.manager.admins]);
  const token_hash = await signedIn(user);
  return { id: user, here: token_hash };
}

async function signedIn(user_id: number) {
  const now = clock.toISOString();
  const token_hash = hashToken(crypto.randomUUID());
  const times = { created_at: now, last_seen_at: now, expires_at: "2099-01-01T00:00:00.000Z" };
  await db.batch([
    db.write
      .insert(session)
      .values({ token_hash, user_id, ...times })
      .toSQL(),
  ]);
  return token_hash;
}

const site = () => ({ origin: new URL(env().PUBLIC_URL).origin, host: new URL(env().PUBLIC_URL).hostname });
const device = (more = {}) => createSoftAuthenticator({ ...site(), ...more });
const as = (who = id) => actAs(db, who, h.ids.manager.id, () => clock);
const later = (minutes: number) => {
  clock = new Date(clock.getTime() + minutes * 60_000);
};
const start = async (who = id, where = here) =>
  (await (await as(who)).call(startPasskey, { session: where, name: "My phone", password })).options
    .challenge;
const keep = async (response: string, who = id, where = here) =>
  (await as(who)).call(addPasskey, { session: where, name: "My phone", response });
const added = async (of = device(), who = id, where = here) => {
  const { codes } = await keep(of.make(await start(who, where)), who, where);
  return { of, codes };
};
const call = () => ({ db, actor: createSignedOutActor(null), now: clock, address: "192.0.2.7" });
const asked = async (who = id) =>
  (await runProcedure(startPasskeySignIn, call(), { user_id: who })).options.challenge;
const pass = (response: string, who = id) =>
  runProcedure(completePasskeySignIn, call(), { user_id: who, response });
const kindOf = async (work: Promise<unknown>) => (await catchError(work)).kind;
const keys = (who = id) => db.read.select().from(passkey).where(eq(passkey.user_id, who));
const events = async () =>
  (await db.read.select().from(accountEvent).where(eq(accountEvent.user_id, id))).map(
    ({ event: what }) => what,
  );

test("adding a first passkey requires the password, gives recovery codes, ends other sessions and allows sign-in", async () => {
  const other = await signedIn(id);
  const wrong = (await as()).call(startPasskey, { session: here, name: "x", password: "wrong" });
  expect(await kindOf(wrong)).toBe("invalid");
  const { of, codes } = await added(device({ syncs: true }));
  expect(new Set(codes).size).toBe(10);
  const [kept] = await keys();
  expect([kept?.name, kept?.credential_id, kept?.can_back_up, kept?.is_backed_up, kept?.counter]).toEqual([
    "My phone",
    of.id,
    true,
    true,
    0,
  ]);
  const sessions = await db.read.select().from(session).where(eq(session.user_id, id));
  expect(sessions.map((s) => [s.token_hash, s.second_factor_at !== null])).toEqual([[here, true]]);
  expect(sessions.map((s) => s.token_hash)).not.toContain(other);
  expect(await readSecondFactorKinds(db.read, id)).toEqual({ app: false, passkey: true });
  expect(await pass(of.show(await asked()))).toEqual({ userId: id });
  const [used] = await keys();
  expect([used?.counter, used?.last_used_at]).toEqual([1, clock.toISOString()]);
  expect(await events()).toEqual(["passkey-added"]);
});

test("rejects a new passkey for another site, page, challenge or session, or after five minutes", async () => {
  const of = device();
  expect(await kindOf(keep(of.make(await start(), "https://timbertally.example")))).toBe("invalid");
  expect(await kindOf(keep(of.make(await start(), undefined, "example.com")))).toBe("invalid");
  expect(await kindOf(keep(of.make("bm90IHRoZSBjaGFsbGVuZ2U")))).toBe("invalid");
  const elsewhere = await signedIn(id);
  expect(await kindOf(keep(of.make(await start()), id, elsewhere))).toBe("invalid");
  const good = of.make(await start());
  later(6);
  expect(await kindOf(keep(good))).toBe("invalid");
  for (const nonsense of ["{}", "no JSON", "[]", of.show(await start())])
    expect(await kindOf(keep(nonsense))).toBe("invalid");
  expect(await keys()).toEqual([]);
  await keep(of.make(await start()));
  expect(await keys()).toHaveLength(1);
});

test("registers a device's passkey only once and for one account", async () => {
  const of = device();
  const text = of.make(await start());
  await keep(text);
  expect(await kindOf(keep(text))).toBe("invalid");
  expect(await kindOf(keep(of.make(await start())))).toBe("invalid");
  const other = await somebody();
  expect(await kindOf(keep(of.make(await start(other.id, other.here)), other.id, other.here))).toBe(
    "invalid",
  );
  const stored = await db.read.select().from(passkey).where(eq(passkey.credential_id, of.id));
  expect(stored.map(({ user_id }) => user_id)).toEqual([id]);
});

test("rejects a sign-in with another site, challenge or type, or with a repeated or late response", async () => {
  const { of } = await added();
  expect(await kindOf(pass(of.show(await asked(), "https://timbertally.example")))).toBe("invalid");
  expect(await kindOf(pass(of.show(await asked(), undefined, "example.com")))).toBe("invalid");
  await asked();
  expect(await kindOf(pass(of.show("bm90IHRoZSBjaGFsbGVuZ2U")))).toBe("invalid");
  expect(await kindOf(pass(of.make(await asked())))).toBe("invalid");
  const once = of.show(await asked());
  expect(await pass(once)).toEqual({ userId: id });
  expect(await kindOf(pass(once))).toBe("invalid");
  // The used response is also rejected for a later challenge of the same user.
  await asked();
  expect(await kindOf(pass(once))).toBe("invalid");
  const late = of.show(await asked());
  later(6);
  expect(await kindOf(pass(late))).toBe("invalid");
});

test("accepts a synced passkey without a counter, and each of its responses only once", async () => {
  const { of } = await added(device({ syncs: true }));
  const uncounted = (challenge: string) => {
    of.counts(-1);
    return of.show(challenge);
  };
  const once = uncounted(await asked());
  expect(await pass(once)).toEqual({ userId: id });
  expect((await keys())[0]?.counter).toBe(0);
  expect(await kindOf(pass(once))).toBe("invalid");
  const twice = uncounted(await asked());
  const outcomes = await Promise.allSettled([pass(twice), pass(twice)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("accepts only one of two identical simultaneous passkey responses", async () => {
  const { of } = await added();
  const answer = of.show(await asked());
  const outcomes = await Promise.allSettled([pass(answer), pass(answer)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("rejects another account's passkey, a removed passkey, a forged signature and a counter that goes backward", async () => {
  const { of } = await added();
  const other = await somebody();
  const theirs = (await added(device(), other.id, other.here)).of;
  expect(await kindOf(pass(theirs.show(await asked())))).toBe("invalid");
  expect(await kindOf(pass(of.show(await asked(other.id)), other.id))).toBe("invalid");
  // The response has this passkey's id but another key's signature.
  const forged = theirs.show(await asked()).replaceAll(theirs.id, of.id);
  expect(await kindOf(pass(forged))).toBe("invalid");
  of.counts(40);
  await pass(of.show(await asked()));
  of.counts(12);
  expect(await kindOf(pass(of.show(await asked())))).toBe("invalid");
  of.counts(60);
  await added(device());
  const [row] = await keys();
  await (await as()).call(removePasskey, { passkey_id: row?.id ?? 0, password });
  expect(await kindOf(pass(of.show(await asked())))).toBe("invalid");
});

test("limits passkey attempts, even with the right passkey, and counts them together with codes", async () => {
  const { of, codes } = await added();
  for (let n = 0; n < 20; n++) await catchError(pass("{}"));
  expect(await kindOf(pass(of.show(await asked())))).toBe("tooMany");
  const typed = runProcedure(completeCodeSignIn, call(), { user_id: id, code: codes[0] ?? "" });
  expect(await kindOf(typed)).toBe("tooMany");
});

test("rejects a disabled account's passkey, and returns 404 for an account without a passkey", async () => {
  const { of } = await added();
  const answer = of.show(await asked());
  await db.batch([
    { sql: "UPDATE user SET disabled_at = ? WHERE id = ?", params: [clock.toISOString(), id] },
  ]);
  expect(await kindOf(pass(answer))).toBe("invalid");
  const other = await somebody();
  expect(await kindOf(asked(other.id))).toBe("missing");
});

test("refuses to remove the last factor, even by two removals at once, or another user's passkey", async () => {
  await added();
  const [first] = await keys();
  const remove = async (key: number, who = id, typed = password) =>
    (await as(who)).call(removePasskey, { passkey_id: key, password: typed });
  const one = first?.id ?? 0;
  expect(await kindOf(remove(one))).toBe("notNow");
  await added(device());
  const other = await somebody();
  expect(await kindOf(remove(one, other.id))).toBe("missing");
  const rename = (await as(other.id)).call(renamePasskey, { passkey_id: one, name: "Mine" });
  expect(await kindOf(rename)).toBe("missing");
  expect(await kindOf(remove(one, id, "wrong"))).toBe("invalid");
  await (await as()).call(renamePasskey, { passkey_id: one, name: "Old phone" });
  expect((await keys()).map(({ name }) => name)).toEqual(["Old phone", "My phone"]);
  // Each removal waits until the other removal has also read that two passkeys exist.
  let waiting = 0;
  let goOn = () => {};
  const both = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const held = new Proxy(db, {
    get: (target, name, receiver) =>
      name !== "batch"
        ? Reflect.get(target, name, receiver)
        : async (...batch: Parameters<typeof db.batch>) => {
            if (batch[0].some(({ sql }) => /^delete from "passkey"/i.test(sql))) {
              if (++waiting === 2) goOn();
              await both;
            }
            return target.batch(...batch);
          },
  });
  const at = await actAs(held, id, h.ids.manager.id, () => clock);
  const outcomes = await Promise.allSettled(
    (await keys()).map((key) => at.call(removePasskey, { passkey_id: key.id, password })),
  );
  expect(waiting).toBeGreaterThan(1);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await keys()).toHaveLength(1);
});

test("adding an app after a passkey gives no new codes and ends no sessions; then the passkey can be removed", async () => {
  const { codes } = await added();
  const second = await signedIn(id);
  const code = computeTotp(deriveOfferedSecret(here), clock);
  const person = await as();
  expect(await person.call(setSecondFactor, { session: here, code, password })).toEqual({ codes: [] });
  expect(await db.read.select().from(session).where(eq(session.token_hash, second))).toHaveLength(1);
  const [row] = await keys();
  await person.call(removePasskey, { passkey_id: row?.id ?? 0, password });
  expect(await readSecondFactorKinds(db.read, id)).toEqual({ app: true, passkey: false });
  expect(await runProcedure(completeCodeSignIn, call(), { user_id: id, code: codes[0] ?? "" })).toEqual({
    userId: id,
  });
});

test("new recovery codes replace the old ones; removing all factors leaves only the password", async () => {
  const { codes } = await added();
  const person = await as();
  expect(await kindOf(person.call(renewRecoveryCodes, { password: "wrong" }))).toBe("invalid");
  const fresh = (await person.call(renewRecoveryCodes, { password })).codes;
  const off = (code = "") => person.call(removeSecondFactor, { code, password });
  expect(await kindOf(off(codes[0]))).toBe("invalid");
  await off(fresh[0]);
  expect(await hasSecondFactor(db.read, id)).toBe(false);
  expect(await db.read.select().from(recoveryCode).where(eq(recoveryCode.user_id, id))).toEqual([]);
  expect(await kindOf(person.call(renewRecoveryCodes, { password }))).toBe("missing");
});
