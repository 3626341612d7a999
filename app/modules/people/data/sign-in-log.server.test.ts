import { Writable } from "node:stream";
import pino from "pino";
import { beforeAll, expect, test } from "vitest";
import { makeUser } from "#db/factories";
import { openTestDatabase } from "#db/testing/test-database";

const PASSWORD = "norway pine and tamarack";
const lines: Record<string, unknown>[] = [];
let userId: number;
let signIn: (login: string, password: string) => Promise<unknown>;

beforeAll(async () => {
  // Log of the process, redirected so that the test can read it.
  const writable = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  const { log } = await import("~/web/log.server");
  log.level = "info";
  Object.assign(log, { [pino.symbols.streamSym]: writable });
  const db = await openTestDatabase();
  const { hashPassword } = await import("./hash.server");
  const { createAuthenticator: authenticator, signInUser } = await import("./sign-in.server");
  userId = await makeUser(db, { email: "noted@timber.test", password_hash: await hashPassword(PASSWORD) });
  signIn = (login, password) => {
    const body = new URLSearchParams({ login, password });
    const request = new Request("http://x.test/login", { method: "POST", body });
    const context = { cspNonce: "", requestId: "request-7", address: "192.0.2.7", updating: false };
    const args = { request, context };
    return authenticator(args)
      .authenticate("form", request)
      .then(({ userId }) => signInUser(args, userId, { knowsPassword: true }))
      .catch(() => null);
  };
});

test("logs the result and address of every sign-in try, and never the typed text", async () => {
  await signIn("noted@timber.test", PASSWORD);
  for (let i = 0; i < 11; i++) await signIn("noted@timber.test", "my-other-password");
  const noted = lines.filter((line) => line.msg === "sign-in");
  expect(noted[0]).toMatchObject({
    outcome: "done",
    userId,
    address: "192.0.2.7",
    requestId: "request-7",
  });
  expect(noted.slice(1).map((line) => line.outcome)).toEqual([
    ...Array.from({ length: 10 }, () => "refused"),
    "stopped",
  ]);
  for (const typed of [PASSWORD, "my-other-password", "noted@timber.test"])
    expect(JSON.stringify(lines)).not.toContain(typed);
});
