import { randomUUID } from "node:crypto";
import { pathToFileURL } from "node:url";
import { type APIRequestContext, request } from "@playwright/test";
import type { ServerBuild } from "@remix-run/node";
import { openDatabase } from "../db/client.server";
import { apiAddresses } from "./support/api-addresses";
import { BODIES, EMPLOYING, FOR_ONESELF } from "./support/calls";
import { PROVIDERS } from "./support/providers";
import { EXPECTED } from "./support/routes";
import { WHO, type Who } from "./support/rows";
import { expect, PASSWORD, test, url } from "./support/test";

/**
 * Every address of the app × every demo sign-in, an API key and nobody → the status expected. The addresses come
 * from the built route manifest and from the API's table; a new route or call without an expectation, or a new
 * parameter without a provider, fails.
 * A key opens the API as its company, here the manager's, and is nobody anywhere else.
 */
/**
 * Post nothing to every action: it never succeeds, never fails with a fault, and answers 404 where the thing doesn't
 * exist for the person.
 */
const REFUSED = [302, 303, 400, 401, 403, 404, 405, 409, 411, 415, 422];

type Found = { path: string; hasAction: boolean };

async function routesOf(): Promise<Found[]> {
  const { routes } = (await import(pathToFileURL("build/server/index.js").href)) as ServerBuild;
  const parents = new Set(Object.values(routes).map((r) => r?.parentId));
  const full = (id: string): string => {
    const route = routes[id];
    if (!route) return "";
    const above = route.parentId ? full(route.parentId) : "";
    return route.path ? `${above}/${route.path}` : above;
  };
  const calls = await apiAddresses(async (address) => contexts.get("nobody")?.get(address));
  const pages = Object.values(routes)
    .filter((r) => r && r.id !== "root" && (!parents.has(r.id) || !r.module.default))
    .map((r) => ({ path: full(r?.id ?? "") || "/", hasAction: Boolean(r?.module.action) }));
  return [...pages, ...calls.map((path) => ({ path, hasAction: true }))];
}

const contexts = new Map<Who, APIRequestContext>();
const ids: Record<string, number> = {};

async function keyOf(manager: APIRequestContext): Promise<string> {
  const form = { name: `Matrix ${Date.now()}`, form_id: randomUUID() };
  const page = await (await manager.post("/company/api-keys", { form })).text();
  return /ttk_[\w-]{16}\.[\w-]{43}/.exec(page)?.[0] ?? "";
}

const expectedOf = (path: string, who: Who) => {
  const row = EXPECTED[path];
  const as = who !== "key" ? who : /^\/(api|v1)\//.test(path) ? "manager" : "nobody";
  return row?.[who] ?? row?.[as] ?? row?.else;
};

// Every route by every sign-in is many requests, and a machine may have other things to do.
test.setTimeout(240_000);

test.beforeAll(async () => {
  for (const who of WHO) {
    if (who === "key") {
      const manager = contexts.get("manager");
      const Authorization = `Bearer ${manager ? await keyOf(manager) : ""}`;
      contexts.set(who, await request.newContext({ baseURL: url(), extraHTTPHeaders: { Authorization } }));
      continue;
    }
    const context = await request.newContext({ baseURL: url(), extraHTTPHeaders: { "X-Test": who } });
    if (who !== "nobody")
      await context.post("/login", {
        form: { login: `${who}@demo.test`, password: PASSWORD },
        maxRedirects: 0,
      });
    contexts.set(who, context);
  }
  const db = await openDatabase({ url: process.env.E2E_DATABASE_URL ?? "" });
  const { rows } = await db.client.execute(
    `SELECT t.id, t.job_id FROM trip_ticket t JOIN job_destination_mill m ON m.job_destination_id = t.job_destination_id
      WHERE t.job_id = 1 AND t.trip_ticket_status_id = 3 AND t.hauler_company_id = 3 AND m.mill_company_id = 5 ORDER BY t.id LIMIT 1`,
  );
  const people = await db.client.execute("SELECT id FROM user WHERE email = 'forester@demo.test'");
  await db.close();
  ids.ticket = Number(rows[0]?.id);
  ids.job = Number(rows[0]?.job_id);
  ids.colleague = Number(people.rows[0]?.id);
});
test.afterAll(async () => {
  for (const context of contexts.values()) await context.dispose();
});

const addressOf = (path: string) =>
  path
    .replace(/:(\w+)/g, (_, name: string) => PROVIDERS[name]?.(ids, path) ?? `:${name}`)
    .replace("*", "no/such/call");

test("@script every route is expected, and every parameter has a provider", async () => {
  const paths = (await routesOf()).map((r) => r.path);
  expect([...paths].sort()).toEqual(Object.keys(EXPECTED).sort());
  for (const name of paths.flatMap((p) => [...p.matchAll(/:(\w+)/g)].map((m) => m[1] ?? "")))
    expect(Object.keys(PROVIDERS)).toContain(name);
});

test("@script every page answers each sign-in as expected", async () => {
  const wrong: string[] = [];
  for (const { path } of await routesOf())
    for (const who of WHO) {
      const answer = await contexts.get(who)?.get(addressOf(path), { maxRedirects: 0 });
      const expected = expectedOf(path, who);
      if (answer?.status() !== expected)
        wrong.push(`GET ${path} as ${who}: ${answer?.status()}, expected ${expected}`);
    }
  expect(wrong).toEqual([]);
});

test("@script an empty post changes nothing and is never a fault; the rival gets 404", async () => {
  const wrong: string[] = [];
  // These change nothing that is kept, or, like a search without a wish, nothing at all.
  const harmless = [
    "/logout",
    "/profile/light-pages",
    "/profile/time-zone",
    "/api/trip-tickets/search",
    "/api/certification/search",
    "/api/certification-groups/search",
    // These ask for nothing but who sends it: the next test sends them where they do no harm.
    "/company/certifications/requests/:requestId",
    "/company/certifications/requests/:requestId/acceptance",
    "/company/certifications/requests/:requestId/rejection",
    "/api/company/search",
    // Without a wish it is everything that the caller sees, in a file that is gone after a week.
    "/api/trip-tickets/export",
    // Asking to join only needs the address.
    "/api/company/:company_id/request",
    "/api/company/:company_id/destinations/search",
    "/api/jobs/search",
  ];
  for (const { path, hasAction } of await routesOf()) {
    if (!hasAction || harmless.includes(path)) continue;
    for (const who of WHO) {
      const answer = await contexts.get(who)?.post(addressOf(path), { form: {}, maxRedirects: 0 });
      const status = answer?.status() ?? 0;
      const hidden = who === "rival" && /:(ticketId|trip_ticket_id|id|jobId|job_id)\b/.test(path);
      if (!REFUSED.includes(status) || (hidden && ![404, 405, 422].includes(status)))
        wrong.push(`POST ${path} as ${who}: ${status}`);
    }
  }
  expect(wrong).toEqual([]);
});

test("@script every call that writes refuses each caller as it should, and changes nothing", async () => {
  const document = (await (await contexts.get("nobody")?.get("/api/openapi.json"))?.json()) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const statusOf = async (who: Who, path: string, method: string, data: object) => {
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) => PROVIDERS[name]?.(ids, path) ?? name);
    return (await contexts.get(who)?.fetch(address, { method, data, maxRedirects: 0 }))?.status();
  };
  const wrong: string[] = [];
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, { operationId }] of Object.entries(operations)) {
      if (method === "get") continue;
      const body = BODIES[operationId];
      expect(body, `a body for ${operationId}`).toBeDefined();
      const onTicket = path.includes("{");
      const search = operationId.startsWith("search");
      const read = (await statusOf("manager", path, method, body ?? {})) ?? 0;
      for (const who of WHO) {
        const status = (await statusOf(who, path, method, body ?? {})) ?? 0;
        const homeless = ["multi", "new", "super"].includes(who);
        const allowed =
          who === "nobody"
            ? [401]
            : operationId === "searchCompanies"
              ? [200]
              : FOR_ONESELF.includes(operationId)
                ? [404, 409, 422]
                : EMPLOYING.test(path) && who === "key"
                  ? [read, 403]
                  : homeless || (who === "rival" && onTicket)
                    ? [404, ...(/^(add|create|respond|end|setContract)/.test(operationId) ? [422] : [])]
                    : search
                      ? [200, ...(onTicket ? [404] : [])]
                      : who === "key" || who === "manager"
                        ? [read]
                        : [403, 404, 409, 422];
        if (!allowed.includes(status)) wrong.push(`${method} ${path} as ${who}: ${status}`);
      }
      if (!search && read < 400) wrong.push(`${method} ${path} went through: ${read}`);
    }
  expect(wrong).toEqual([]);
});

test("@script the rival's list and the API hold nothing of theirs", async () => {
  const rival = contexts.get("rival");
  const page = await (await rival?.get("/trip-tickets"))?.text();
  expect(page).not.toContain("Deward Tract");
  expect(page).toContain("Lookout Point");
  const put = await rival?.put(`/api/trip-tickets/${ids.ticket}`, {
    data: { version: 2, scale_ticket_number: "STOLEN" },
  });
  expect(put?.status()).toBe(404);
});
