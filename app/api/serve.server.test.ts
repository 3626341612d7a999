import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeUser } from "#db/factories";
import { testDatabase } from "#db/testing/test-database";
import { startSession } from "~/web/session.server";
import { CALLS } from "./calls.server";
import { serveApi } from "./serve.server";

let db: Database;
let cookie = "";
beforeAll(async () => {
  db = await testDatabase();
  const user = await makeUser(db);
  cookie = (await startSession(new Request("http://localhost/"), user, null)).split(";")[0] ?? "";
});

function ask(address: string, method = "GET", headers: Record<string, string> = {}) {
  const context = { cspNonce: "", requestId: "", address: "127.0.0.1", updating: false, noteActor() {} };
  return serveApi({ request: new Request(`http://localhost${address}`, { method, headers }), context });
}

describe("an address of the API", () => {
  test.each(["/api/no/such/call", "/api", "/api/trip-tickets/7/no", "/v1/company", "/api/jobs//map"])(
    "is 404 if no call has it: %s",
    async (address) => {
      const answer = await ask(address, "GET", { Cookie: cookie });
      expect(answer.status).toBe(404);
      expect(await answer.json()).toEqual({ message: "There's no such call. See /api/docs." });
    },
  );

  test("names the methods that it has where another is asked, also to nobody", async () => {
    for (const [path, doing] of Object.entries(CALLS)) {
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

  test("answers nobody: every call asks who calls before anything else", async () => {
    for (const [path, doing] of Object.entries(CALLS))
      for (const method of Object.keys(doing)) {
        const answer = await ask(path.replace(/\{\w+\}/g, "no-id"), method);
        expect(answer.status, `${method} ${path}`).toBe(401);
      }
  });

  test("is answered to HEAD as to GET, in capitals, and with a slash at its end", async () => {
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
    "is 404 if an id isn't a whole number: %s",
    async (id) => {
      const answer = await ask(`/api/county/${id}`, "GET", { Cookie: cookie });
      expect(answer.status).toBe(404);
    },
  );
});
