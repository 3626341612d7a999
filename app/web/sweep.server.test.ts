import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeUser } from "#db/factories";
import { passwordReset, rateLimit, session, submission } from "#db/schema";
import { openTestDatabase } from "#db/testing/test-database";
import { countTries } from "./rate-limit.server";
import { deleteExpired } from "./sweep.server";

const NOW = new Date("2026-11-21T12:00:00.000Z");
const days = (n: number) => new Date(NOW.getTime() + n * 86_400_000).toISOString();
let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
});

test("deletes only expired rows", async () => {
  const user_id = await makeUser(db);
  const created_at = days(-40);
  const row = (token_hash: string, seen: number, ends: number) =>
    db.write
      .insert(session)
      .values({ token_hash, user_id, created_at, last_seen_at: days(seen), expires_at: days(ends) })
      .toSQL();
  const link = (token_hash: string, ended: number) =>
    db.write
      .insert(passwordReset)
      .values({ token_hash, user_id, created_at, expires_at: days(ended) })
      .toSQL();
  await db.batch([
    row("alive", -1, 1),
    row("ended", -1, -1),
    row("idle", -15, 1),
    link("asked lately", -29),
    link("long gone", -31),
  ]);
  const form = (submission_id: string, received: number, outcome: "applied" | "refused" | null) =>
    db.write
      .insert(submission)
      .values({
        actor: "user:1",
        submission_id,
        route: "/",
        body_hash: "",
        body: "{}",
        received_at: days(received),
        outcome,
      })
      .toSQL();
  await db.batch([
    form("applied long ago", -400, "applied"),
    form("refused long ago", -31, "refused"),
    form("broken off long ago", -31, null),
    form("refused lately", -29, "refused"),
  ]);
  await countTries(db, NOW, [{ limit: 3, bucket: "sign-in:now" }]);
  await countTries(db, new Date(NOW.getTime() - 901_000), [{ limit: 3, bucket: "sign-in:earlier" }]);
  await deleteExpired(db, NOW);
  expect((await db.read.select().from(session)).map((s) => s.token_hash)).toEqual(["alive"]);
  expect((await db.read.select().from(rateLimit)).map((r) => r.bucket)).toEqual(["sign-in:now"]);
  expect((await db.read.select().from(passwordReset)).map((r) => r.token_hash)).toEqual(["asked lately"]);
  expect((await db.read.select().from(submission)).map((s) => s.submission_id)).toEqual([
    "applied long ago",
    "refused lately",
  ]);
});
