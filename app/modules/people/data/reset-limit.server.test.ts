import { beforeAll, expect, test } from "vitest";
import { makeUser } from "#db/factories";
import { outboxMessage } from "#db/schema";
import { openTestDatabase } from "#db/testing/test-database";
import { env } from "~/web/env.server";
import { action } from "../routes/forgot-password";

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  db = await openTestDatabase();
  await makeUser(db, { email: "victim@timber.test" });
});

/** Request a new password from a network address and return the response status. */
async function ask(address: string) {
  const body = new URLSearchParams({ login: "victim@timber.test" });
  const request = new Request("http://localhost/forgot-password", { method: "POST", body });
  const context = { cspNonce: "", requestId: "", address, updating: false };
  const answer: unknown = await action({ request, context, params: {} }).catch((thrown: unknown) => thrown);
  return answer instanceof Response ? answer.status : (answer as { init?: { status?: number } }).init?.status;
}

test("reset requests from one address don't use up the requests of people at another address", async () => {
  const limit = env().RATE_LIMIT_RESET;
  for (let i = 0; i < limit; i++) expect(await ask("198.51.100.66")).toBeLessThan(400);
  expect(await ask("198.51.100.66")).toBe(429);
  await db.batch([db.write.delete(outboxMessage).toSQL()]);
  expect(await ask("192.0.2.80")).toBeLessThan(400);
});
