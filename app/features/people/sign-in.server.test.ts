import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeUser } from "#db/factories";
import { rateLimit } from "#db/schema";
import { refusalOf } from "#db/testing/acting";
import { testDatabase } from "#db/testing/test-database";
import { env } from "~/web/env.server";
import { hashPassword } from "./hash.server";
import { authenticator, signInUser } from "./sign-in.server";

const PASSWORD = "norway pine and tamarack";
let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  for (const name of ["patient", "hasty"])
    await makeUser(db, { email: `${name}@timber.test`, password_hash: await hashPassword(PASSWORD) });
});

/** Signs in as the route does, from a network address. */
function tries(login: string, password: string, address = "192.0.2.1") {
  const request = new Request("http://x.test/login", {
    method: "POST",
    body: new URLSearchParams({ login, password }),
  });
  const context = { cspNonce: "", requestId: "", address, updating: false };
  return authenticator({ request, context }).authenticate("form", request);
}

const buckets = async () => (await db.read.select().from(rateLimit)).map((row) => row.bucket);

test("guessing one account's password is stopped, from wherever it comes and however it is written", async () => {
  for (let i = 0; i < env().RATE_LIMIT_SIGN_IN; i++)
    expect((await refusalOf(tries("hasty@timber.test", "guessed", `192.0.2.${i}`))).kind).toBe("invalid");
  const stopped = await refusalOf(tries(" HASTY@timber.test", PASSWORD, "198.51.100.1"));
  expect([stopped.kind, stopped.refusal.facts.retryAfter]).toEqual(["tooMany", expect.any(Number)]);
});

test("trying many accounts from one address is stopped", async () => {
  const address = "203.0.113.9";
  for (let i = 0; i < env().RATE_LIMIT_SIGN_IN * 10; i++)
    await db.batch([
      {
        sql: "INSERT INTO rate_limit (bucket, window_started_at, hits) VALUES (?, unixepoch(), 1) ON CONFLICT (bucket) DO UPDATE SET hits = hits + 1",
        params: [`sign-in-from:${address}`],
      },
    ]);
  expect((await refusalOf(tries("patient@timber.test", PASSWORD, address))).kind).toBe("tooMany");
  await refusalOf(tries("never-asked@timber.test", PASSWORD, address));
  expect(await buckets()).not.toContain("sign-in:never-asked@timber.test");
});

test("a name of great length is not kept at length", async () => {
  await refusalOf(tries(`${"x".repeat(100_000)}@timber.test`, "guessed"));
  expect(Math.max(...(await buckets()).map((bucket) => bucket.length))).toBeLessThan(300);
});

test("a password is kept as argon2id, at OWASP's least cost or above", async () => {
  expect(await hashPassword(PASSWORD)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test("who knows the password has their slips forgotten", async () => {
  await refusalOf(tries("patient@timber.test", "slip"));
  const { userId } = await tries("patient@timber.test", PASSWORD);
  await signInUser(new Request("http://x.test/login"), userId, "Patient@timber.test");
  expect(await buckets()).not.toContain("sign-in:patient@timber.test");
});
