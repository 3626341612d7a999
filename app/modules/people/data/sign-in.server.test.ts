import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeUser } from "#db/factories";
import { rateLimit } from "#db/schema";
import { catchError } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { env } from "~/web/env.server";
import { hashPassword } from "./hash.server";
import { createAuthenticator, signInUser } from "./sign-in.server";

const PASSWORD = "norway pine and tamarack";
let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
  const password_hash = await hashPassword(PASSWORD);
  for (const name of ["patient", "victim", "famous"])
    await makeUser(db, { email: `${name}@timber.test`, password_hash });
  await makeUser(db, { email: "hasty@timber.test", phone_number: "+19065557099", password_hash });
});

type From = { address?: string; device?: string };
const argsOf = (body: URLSearchParams, { address = "192.0.2.1", device = "" }: From) => ({
  request: new Request("http://x.test/login", { method: "POST", body, headers: { Cookie: device } }),
  context: { cspNonce: "", requestId: "", address, updating: false },
});

/** Sign in as the route does, from a network address and optionally a known device. */
function tries(login: string, password: string, from: From = {}) {
  const args = argsOf(new URLSearchParams({ login, password }), from);
  return createAuthenticator(args).authenticate("form", args.request);
}

/** Return the cookie that identifies a device after the person has signed in on it. */
async function knownDevice(login: string, from: From = {}): Promise<string> {
  const { userId } = await tries(login, PASSWORD, from);
  const { headers } = await signInUser(argsOf(new URLSearchParams(), from), userId, { knowsPassword: true });
  const cookie = headers.getSetCookie().find((c) => c.startsWith("tt_device="));
  return cookie?.split(";")[0] ?? "";
}

const buckets = async () => (await db.read.select().from(rateLimit)).map((row) => row.bucket);

const LIMIT = env().RATE_LIMIT_SIGN_IN;

test("limits guesses at one account's password, counting email and phone together in any spelling", async () => {
  const logins = ["hasty@timber.test", " HASTY@timber.test", "(906)555-7099", "+19065557099"];
  for (let i = 0; i < LIMIT; i++)
    expect((await catchError(tries(logins[i % 4] ?? "", "guessed"))).kind).toBe("invalid");
  for (const login of logins) {
    const stopped = await catchError(tries(login, PASSWORD));
    expect([stopped.kind, stopped.refusal.facts.retryAfter]).toEqual(["tooMany", expect.any(Number)]);
  }
});

test("guessing from one address doesn't keep out the person at another address", async () => {
  const attacker = { address: "198.51.100.66" };
  for (let i = 0; i < LIMIT * 3; i++) await catchError(tries("victim@timber.test", "guessed", attacker));
  expect((await catchError(tries("victim@timber.test", PASSWORD, attacker))).kind).toBe("tooMany");
  await tries("victim@timber.test", PASSWORD, { address: "192.0.2.80" });
});

test("limits guesses from all addresses together, but a known device can still sign in", async () => {
  const device = await knownDevice("famous@timber.test", { address: "192.0.2.81" });
  const stranger = await knownDevice("patient@timber.test", { address: "192.0.2.82" });
  for (let i = 0; i <= LIMIT * 5; i++)
    await catchError(tries("famous@timber.test", "guessed", { address: `203.0.113.${i}` }));
  const fresh = { address: "192.0.2.83" };
  expect((await catchError(tries("famous@timber.test", PASSWORD, fresh))).kind).toBe("tooMany");
  // Another person's device and a forged cookie count as an unknown device.
  for (const cookie of [stranger, "tt_device=eyJpZCI6IngifQ%3D%3D.x", "tt_device=%"])
    expect((await catchError(tries("famous@timber.test", PASSWORD, { ...fresh, device: cookie }))).kind).toBe(
      "tooMany",
    );
  await tries("famous@timber.test", PASSWORD, { ...fresh, device });
  // Guesses from a known device are limited too.
  for (let i = 0; i < LIMIT; i++)
    await catchError(tries("famous@timber.test", "guessed", { ...fresh, device }));
  expect((await catchError(tries("famous@timber.test", PASSWORD, { ...fresh, device }))).kind).toBe(
    "tooMany",
  );
});

test("limits tries at many accounts from one address", async () => {
  const address = "203.0.113.9";
  for (let i = 0; i < env().RATE_LIMIT_SIGN_IN * 10; i++)
    await db.batch([
      {
        sql: "INSERT INTO rate_limit (bucket, window_started_at, hits) VALUES (?, unixepoch(), 1) ON CONFLICT (bucket) DO UPDATE SET hits = hits + 1",
        params: [`sign-in-from:${address}`],
      },
    ]);
  expect((await catchError(tries("patient@timber.test", PASSWORD, { address }))).kind).toBe("tooMany");
  await catchError(tries("never-asked@timber.test", PASSWORD, { address }));
  expect((await buckets()).filter((bucket) => bucket.includes("never-asked"))).toEqual([]);
});

test("shortens a very long login name before storing it", async () => {
  await catchError(tries(`${"x".repeat(100_000)}@timber.test`, "guessed"));
  expect(Math.max(...(await buckets()).map((bucket) => bucket.length))).toBeLessThan(300);
});

test("hashes passwords with argon2id, at or above OWASP's minimum cost", async () => {
  expect(await hashPassword(PASSWORD)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test("the right password resets the count of wrong tries", async () => {
  const from = { address: "192.0.2.90" };
  await catchError(tries("patient@timber.test", "slip", from));
  expect((await buckets()).filter((bucket) => bucket.endsWith("@192.0.2.90"))).toHaveLength(1);
  await knownDevice("Patient@timber.test", from);
  expect((await buckets()).filter((bucket) => bucket.endsWith("@192.0.2.90"))).toEqual([]);
});
