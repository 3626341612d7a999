import { expect, test } from "vitest";
import { makePasskey, makeUser } from "#db/factories";
import { session } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { removeUserSecondFactor } from "~/modules/people/shared/account-acts.server";

const REASON = "Lost the phone and the codes; called back";

test("removes a lost second factor with its passkeys and sessions, and rejects the user's own or a missing one", async () => {
  const db = await openTestDatabase();
  const boss = await actAs(db, await makeUser(db, { is_super_user: true }, []), null);
  const person = await makeUser(db, {}, []);
  const off = (user_id: number) => boss.call(removeUserSecondFactor, { user_id, reason: REASON });
  expect((await catchError(off(person))).message).toContain("has no second factor");
  expect((await catchError(off(boss.actor.user?.id ?? 0))).message).toContain("under Profile");
  const now = new Date().toISOString();
  const times = { created_at: now, last_seen_at: now, expires_at: "2099-01-01T00:00:00.000Z" };
  const row = { token_hash: crypto.randomUUID(), user_id: person, ...times };
  await makePasskey(db, person);
  await db.batch([db.write.insert(session).values(row).toSQL()]);
  await off(person);
  for (const table of ["passkey", "session"]) {
    const left = await db.client.execute(`SELECT 1 FROM ${table} WHERE user_id = ${person}`);
    expect(left.rows).toEqual([]);
  }
});
