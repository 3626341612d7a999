import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeUser } from "#db/factories";
import { submission } from "#db/schema";
import { actAs } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { hashPassword } from "~/modules/people/data/hash.server";
import { changePassword } from "~/modules/people/shared/profile.server";
import { runOnce, submit } from "./form-action.server";
import { startSession } from "./session.server";

let db: Database;
let userId: number;
beforeAll(async () => {
  db = await openTestDatabase();
  userId = await makeUser(db, { password_hash: await hashPassword("the old password") });
});

const TYPED = { current_password: "the old password", password: "norway pine and tamarack" };

function argsOf(cookie = "") {
  const body = new URLSearchParams({ ...TYPED, submission_id: "a-form-of-somebody", note: "kept" });
  const request = new Request("http://x.test/profile", { method: "POST", body, headers: { Cookie: cookie } });
  return { request, context: { cspNonce: "", requestId: "r", address: "192.0.2.1", updating: false } };
}

test("after the session has ended, a form is shown again with its values, but without its passwords", async () => {
  const answer: unknown = await submit(changePassword, argsOf(), { to: () => "/" }).catch((thrown) => thrown);
  const text = JSON.stringify(answer);
  expect(text).toContain('["note","kept"]');
  for (const typed of Object.values(TYPED)) expect(text).not.toContain(typed);
});

test("a form with a password is never stored, even if it has an id", async () => {
  const cookie = (await startSession(new Request("http://x.test/"), userId, null)).split(";")[0];
  await submit(changePassword, argsOf(cookie), { to: () => "/" }).catch(() => null);
  const person = await actAs(db, userId, null);
  const call = { db, actor: person.actor, now: new Date(), address: "192.0.2.1" };
  await runOnce(changePassword, call, TYPED, "another-form-id", "/profile").catch(() => null);
  expect(await db.read.select().from(submission)).toEqual([]);
});
