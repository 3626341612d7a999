import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeCompany, makeUser } from "#db/factories";
import { openTestDatabase } from "#db/testing/test-database";
import { startSession } from "~/web/session.server";
import { API_CALLS } from "./calls.server";
import { handleApiRequest } from "./serve.server";

let db: Database;
let cookie = "";
let user = 0;
beforeAll(async () => {
  db = await openTestDatabase();
  user = await makeUser(db);
  cookie = (await startSession(new Request("http://localhost/"), user, null)).split(";")[0] ?? "";
});

function ask(address: string, method = "GET", headers: Record<string, string> = {}) {
  const context = { cspNonce: "", requestId: "", address: "127.0.0.1", updating: false, noteActor() {} };
  return handleApiRequest({
    request: new Request(`http://localhost${address}`, { method, headers }),
    context,
  });
}

describe("API address", () => {
  test.each(["/api/no/such/call", "/api", "/api/trip-tickets/7/no", "/v1/company", "/api/jobs//map"])(
    "returns 404 if no call has the address: %s",
    async (address) => {
      const answer = await ask(address, "GET", { Cookie: cookie });
      expect(answer.status).toBe(404);
      expect(await answer.json()).toEqual({ message: "There's no such call. See /api/docs." });
    },
  );

  test("returns 405 with the supported methods for any other method, even to signed-out callers", async () => {
    for (const [path, doing] of Object.entries(API_CALLS)) {
      const address = path.replace(/\{\w+\}/g, "1");
      const has = Object.keys(doing);
      for (const method of ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"].filter(
        (m) => !has.includes(m),
      )) {
        const answer = await ask(address, method);
        expect([answer.status, answer.headers.get("Allow")], `${method} ${address}`).toEqual([
          405,
          has.join(", "),
        ]);
        expect(await answer.json()).toEqual({ message: `${method} isn't supported here.` });
      }
    }
  });

  test("returns 401 to a signed-out caller of any call before checking anything else", async () => {
    for (const [path, doing] of Object.entries(API_CALLS))
      for (const method of Object.keys(doing)) {
        const answer = await ask(path.replace(/\{\w+\}/g, "no-id"), method);
        expect(answer.status, `${method} ${path}`).toBe(401);
      }
  });

  test("returns the polling interval, and 304 while nothing is new", async () => {
    const unread = (headers: Record<string, string> = {}) =>
      ask("/api/notifications/unread", "GET", { Cookie: cookie, ...headers });
    const first = await unread();
    expect(await first.json()).toEqual({ unread: 0, newest: null });
    const tag = first.headers.get("ETag") ?? "";
    expect([tag, first.headers.get("X-Poll-Interval")]).toEqual(['W/"0-"', "60"]);
    const again = await unread({ "If-None-Match": tag });
    expect([again.status, await again.text(), again.headers.get("X-Poll-Interval")]).toEqual([304, "", "60"]);
    await db.client.execute(`INSERT INTO notification (id, notification_type_id, title, message, group_key, created_at)
      VALUES (1, 1, 'Gate code', '4711', 'polled', '2026-09-01T10:00:00.000Z')`);
    await db.client.execute({
      sql: "INSERT INTO notification_inbox (id, user_id, notification_id, created_at) VALUES (7, ?, 1, '2026-09-01T10:00:00.000Z')",
      args: [user],
    });
    const changed = await unread({ "If-None-Match": tag });
    expect([changed.status, changed.headers.get("ETag")]).toEqual([200, 'W/"1-7"']);
    expect(await changed.json()).toEqual({ unread: 1, newest: 7 });
  });

  test("tags a large, rarely changed response with its hash and returns 304 if unchanged", async () => {
    const { id, admins } = await makeCompany(db);
    const member = await makeUser(db, {}, [admins]);
    const session = await startSession(new Request("http://localhost/"), member, id);
    const Cookie = session.split(";")[0] ?? "";
    const map = (headers: Record<string, string> = {}) =>
      ask("/api/map?kinds=location", "GET", { Cookie, ...headers });
    const first = await map();
    const tag = first.headers.get("ETag") ?? "";
    expect([first.status, tag, first.headers.get("Cache-Control")]).toEqual([
      200,
      expect.stringMatching(/^W\/"[\w-]{22}"$/),
      "private, no-cache",
    ]);
    const again = await map({ "If-None-Match": tag });
    expect([again.status, await again.text(), again.headers.get("ETag")]).toEqual([304, "", tag]);
    const other = await ask("/api/map?kinds=location&text=nowhere", "GET", {
      Cookie,
      "If-None-Match": 'W/"else"',
    });
    expect(other.status).toBe(200);
  });

  test("responds to HEAD as to GET, and ignores letter case and a trailing slash", async () => {
    const got = await ask("/api/product-types", "GET", { Cookie: cookie });
    expect(got.status).toBe(200);
    expect(got.headers.get("Cache-Control")).toBe("private, max-age=600");
    for (const [address, method] of [
      ["/api/product-types", "HEAD"],
      ["/API/Product-Types", "GET"],
      ["/api/product-types/", "GET"],
    ] as const)
      expect((await ask(address, method, { Cookie: cookie })).status, address).toBe(200);
  });

  test.each(["abc", "-1", "1.5", "01", "1e3", "9".repeat(16), "%00"])(
    "returns 404 if an id isn't a whole number: %s",
    async (id) => {
      const answer = await ask(`/api/county/${id}`, "GET", { Cookie: cookie });
      expect(answer.status).toBe(404);
    },
  );
});
