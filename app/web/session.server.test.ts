import "#db/testing/alone";
import { eq } from "drizzle-orm";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { Database } from "#db/client.server";
import { makeUser } from "#db/factories";
import { session, user } from "#db/schema";
import { openTestDatabase } from "#db/testing/test-database";
import { endSession, hashToken, readSession, startSession } from "./session.server";

let db: Database;
let userId: number;
beforeAll(async () => {
  db = await openTestDatabase();
  userId = await makeUser(db);
});

const asking = (cookie?: string) =>
  new Request("http://x.test/", {
    headers: { "User-Agent": "Lynx/2.9", ...(cookie ? { Cookie: cookie } : {}) },
  });
/** Return the cookie that a browser stores from the sign-in response. */
const kept = (header: string) => header.split(";")[0] ?? "";
const signIn = async (before?: string) => kept(await startSession(asking(before), userId, null));
const rows = () => db.read.select().from(session).where(eq(session.user_id, userId));

test("finds a session by its cookie until it is ended", async () => {
  const cookie = await signIn();
  expect((await readSession(asking(cookie)))?.user.id).toBe(userId);
  expect(await readSession(asking())).toBeNull();
  const forgetting = await endSession(asking(cookie));
  expect(forgetting).toMatch(/Max-Age=0/);
  expect(await readSession(asking(cookie))).toBeNull();
});

test("a session ends at its expiry time", async () => {
  const cookie = await signIn();
  await db.batch([
    db.write
      .update(session)
      .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
      .toSQL(),
  ]);
  expect(await readSession(asking(cookie))).toBeNull();
});

test("a disabled account's sessions end at once, and its new sessions are invalid", async () => {
  const cookie = await signIn();
  const disable = (disabled_at: string | null) =>
    db.batch([db.write.update(user).set({ disabled_at }).where(eq(user.id, userId)).toSQL()]);
  onTestFinished(async () => void (await disable(null)));
  await disable(new Date().toISOString());
  expect(await readSession(asking(cookie))).toBeNull();
  expect(await readSession(asking(await signIn()))).toBeNull();
});

test("a session ends after two weeks without use", async () => {
  const cookie = await signIn();
  const seen = (days: number) =>
    db.batch([
      db.write
        .update(session)
        .set({ last_seen_at: new Date(Date.now() - days * 86_400_000).toISOString() })
        .toSQL(),
    ]);
  await seen(15);
  expect(await readSession(asking(cookie))).toBeNull();
  await seen(13);
  expect((await readSession(asking(cookie)))?.user.id).toBe(userId);
});

test("a page's automatic polling doesn't extend the session; opening a page does", async () => {
  const cookie = await signIn();
  const long = new Date(Date.now() - 13 * 86_400_000).toISOString();
  await db.batch([db.write.update(session).set({ last_seen_at: long }).toSQL()]);
  const at = (path: string) =>
    readSession(new Request(`http://x.test${path}`, { headers: { Cookie: cookie } }));
  const seenLately = async () => (await rows()).some((row) => row.last_seen_at > long);
  await at("/api/notifications/unread");
  // Last-seen times are written after the response, in the order of requests, so the first request's write would be
  // finished by now.
  await db.batch([db.write.update(session).set({ user_agent: "x" }).toSQL()]);
  expect(await seenLately()).toBe(false);
  await at("/");
  await expect.poll(seenLately, { timeout: 60_000 }).toBe(true);
});

test("signing in again ends the browser's previous session, but not other devices' sessions", async () => {
  const [first, elsewhere] = [await signIn(), await signIn()];
  const second = await signIn(first);
  expect(second).not.toBe(first);
  expect(await readSession(asking(first))).toBeNull();
  for (const cookie of [second, elsewhere]) expect((await readSession(asking(cookie)))?.user.id).toBe(userId);
});

test("a cookie with a wrong signature gives no session", async () => {
  const cookie = await signIn();
  const [name = "", value = ""] = cookie.split("=");
  expect(await readSession(asking(`${name}=${value.slice(0, -4)}AAAA`))).toBeNull();
  expect(await readSession(asking(`${name}=x`))).toBeNull();
});

test("the database stores only the hash of a token", async () => {
  const cookie = await signIn();
  const signed = decodeURIComponent(cookie.split("=")[1] ?? "");
  const token: unknown = JSON.parse(Buffer.from(signed.split(".")[0] ?? "", "base64").toString());
  expect(token).toMatch(/^[\w-]{43}$/);
  const stored = (await rows()).map((row) => row.token_hash);
  expect(stored).toContain(hashToken(String(token)));
  expect(JSON.stringify(stored)).not.toContain(String(token));
});

test("the session cookie is hidden from scripts and not sent with other sites' forms", async () => {
  const header = await startSession(asking(), userId, null);
  expect(header).toMatch(/^tt_session=/);
  for (const part of ["HttpOnly", "SameSite=Lax", "Path=/"]) expect(header).toContain(part);
  expect(header).not.toContain("Domain");
  expect(header).not.toContain("Secure");
});

test.runIf(process.env.TEST_TRANSPORT === "file")(
  "on https the session cookie is Secure, and other hosts of the domain can't set it",
  async () => {
    vi.stubEnv("PUBLIC_URL", "https://timber.example");
    onTestFinished(() => void vi.unstubAllEnvs());
    const { rows: files } = await db.client.execute(
      "SELECT file FROM pragma_database_list WHERE name = 'main'",
    );
    vi.resetModules();
    // Modules read the environment only once, so they are loaded again for the same database.
    const fresh = await import("#db/client.server");
    const again = await fresh.getDatabase(() => ({ url: `file:${files[0]?.file}` }));
    onTestFinished(() => again.close());
    const served = await import("./session.server");
    const header = await served.startSession(asking(), userId, null);
    expect(header).toMatch(/^__Host-tt_session=/);
    for (const part of ["Secure", "HttpOnly", "SameSite=Lax", "Path=/"]) expect(header).toContain(part);
    expect(header).not.toContain("Domain");
    expect((await served.readSession(asking(kept(header))))?.user.id).toBe(userId);
  },
);
