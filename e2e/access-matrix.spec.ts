import { pathToFileURL } from "node:url";
import { type APIRequestContext, request } from "@playwright/test";
import type { ServerBuild } from "@remix-run/node";
import { openDatabase } from "../db/client.server";
import { expect, PASSWORD, test, url } from "./support/test";

/**
 * Every address of the app × every demo sign-in and nobody → the status expected. The addresses come from the
 * built route manifest; a new route without an expectation, or a new parameter without a provider, fails.
 */
const WHO = [
  "nobody",
  "manager",
  "logger",
  "hauler",
  "mill",
  "owner",
  "rival",
  "multi",
  "new",
  "super",
] as const;
type Who = (typeof WHO)[number];
type Row = Partial<Record<Who, number>> & { else: number };

/** Pages for everybody who is signed in, whatever their company. */
const SIGNED_IN: Row = { nobody: 302, else: 200 };
/** Pages of a company: who has none active is sent to choose one. */
const COMPANY: Row = { nobody: 302, multi: 302, new: 302, super: 302, else: 200 };
/** A ticket or job of the Michigan job: the rival does not know that it exists. */
const THEIRS: Row = { ...COMPANY, rival: 404 };
/** Something of a ticket that does not exist: 404 for whoever gets as far as asking. */
const NO_SUCH: Row = { nobody: 302, multi: 302, new: 302, super: 302, else: 404 };
const API_THEIRS: Row = { nobody: 401, multi: 404, new: 404, super: 404, rival: 404, else: 200 };

const EXPECTED: Record<string, Row> = {
  "/": SIGNED_IN,
  "/admin": { nobody: 302, super: 302, else: 404 },
  "/admin/outbox": { nobody: 302, super: 200, else: 404 },
  "/api/trip-ticket-statuses": { nobody: 401, else: 200 },
  "/api/trip-tickets": { else: 405 },
  "/api/trip-tickets/:id": API_THEIRS,
  "/companies": SIGNED_IN,
  "/company": COMPANY,
  "/company/invitations": { else: 302 },
  "/company/invite": COMPANY,
  "/forgot-password": { else: 200 },
  "/invite/:token": { else: 200 },
  "/jobs": COMPANY,
  "/jobs/:jobId": THEIRS,
  "/login": { nobody: 200, else: 302 },
  "/logout": { else: 302 },
  "/more": SIGNED_IN,
  "/profile": SIGNED_IN,
  "/profile/light-pages": { else: 302 },
  "/profile/sessions": { else: 302 },
  "/profile/time-zone": { else: 302 },
  "/releases": SIGNED_IN,
  "/reset-password": { else: 200 },
  "/signup": { else: 200 },
  "/trip-tickets": COMPANY,
  "/trip-tickets/:ticketId": THEIRS,
  "/trip-tickets/:ticketId/:verb": THEIRS,
  "/trip-tickets/:ticketId/comments": THEIRS,
  "/trip-tickets/:ticketId/comments/:commentId": NO_SUCH,
  "/trip-tickets/:ticketId/comments/:commentId/removal": { else: 302 },
  "/trip-tickets/:ticketId/deletion": THEIRS,
  "/trip-tickets/:ticketId/edit": { else: 302 },
  "/trip-tickets/:ticketId/edit/:box": { ...THEIRS, logger: 403, owner: 403 },
  "/trip-tickets/:ticketId/edit/certification": {
    ...THEIRS,
    logger: 403,
    hauler: 403,
    mill: 403,
    owner: 403,
  },
  "/trip-tickets/:ticketId/photos": THEIRS,
  "/trip-tickets/:ticketId/photos/:photoId": NO_SUCH,
  "/trip-tickets/:ticketId/photos/:photoId/image": NO_SUCH,
  "/trip-tickets/:ticketId/print": THEIRS,
  "/trip-tickets/new": COMPANY,
  "/trip-tickets/print": NO_SUCH,
  "/verify/trip-tickets/:ticketId": { else: 302 },
};

/** Posting nothing to every action: never a success, never a fault, and 404 for whom the thing does not exist. */
const REFUSED = [302, 303, 400, 401, 403, 404, 405, 409, 411, 415, 422];

const PROVIDERS: Record<string, (ids: Record<string, number>) => string> = {
  ticketId: (ids) => String(ids.ticket),
  id: (ids) => String(ids.ticket),
  jobId: (ids) => String(ids.job),
  verb: () => "claim",
  box: () => "details",
  token: () => "no-such-token",
  photoId: () => "987654",
  commentId: () => "987654",
};

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
  return Object.values(routes)
    .filter((r) => r && r.id !== "root" && (!parents.has(r.id) || !r.module.default))
    .map((r) => ({ path: full(r?.id ?? "") || "/", hasAction: Boolean(r?.module.action) }));
}

const contexts = new Map<Who, APIRequestContext>();
const ids: Record<string, number> = {};

test.beforeAll(async () => {
  for (const who of WHO) {
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
  db.close();
  ids.ticket = Number(rows[0]?.id);
  ids.job = Number(rows[0]?.job_id);
});
test.afterAll(async () => {
  for (const context of contexts.values()) await context.dispose();
});

const addressOf = (path: string) =>
  path.replace(/:(\w+)/g, (_, name: string) => PROVIDERS[name]?.(ids) ?? `:${name}`);

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
      const row = EXPECTED[path];
      const expected = row?.[who] ?? row?.else;
      if (answer?.status() !== expected)
        wrong.push(`GET ${path} as ${who}: ${answer?.status()}, expected ${expected}`);
    }
  expect(wrong).toEqual([]);
});

test("@script an empty post changes nothing and is never a fault; the rival is told 404", async () => {
  const wrong: string[] = [];
  const signingOut = ["/logout", "/profile/light-pages", "/profile/time-zone"];
  for (const { path, hasAction } of await routesOf()) {
    if (!hasAction || signingOut.includes(path)) continue;
    for (const who of WHO) {
      const answer = await contexts.get(who)?.post(addressOf(path), { form: {}, maxRedirects: 0 });
      const status = answer?.status() ?? 0;
      const hidden = who === "rival" && path.includes(":ticketId");
      if (!REFUSED.includes(status) || (hidden && ![404, 405, 422].includes(status)))
        wrong.push(`POST ${path} as ${who}: ${status}`);
    }
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
