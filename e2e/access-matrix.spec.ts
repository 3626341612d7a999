import { randomUUID } from "node:crypto";
import { pathToFileURL } from "node:url";
import { type APIRequestContext, request } from "@playwright/test";
import type { ServerBuild } from "@remix-run/node";
import { openDatabase } from "../db/client.server";
import { expect, PASSWORD, test, url } from "./support/test";

/**
 * Every address of the app × every demo sign-in, an API key and nobody → the status expected. The addresses come
 * from the built route manifest; a new route without an expectation, or a new parameter without a provider, fails.
 * A key opens the API as its company, here the manager's, and is nobody anywhere else.
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
  "key",
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
/** Something of the manager's company alone. */
const THEIRS_ALONE: Row = { ...NO_SUCH, manager: 200 };
const API_THEIRS: Row = { nobody: 401, multi: 404, new: 404, super: 404, rival: 404, else: 200 };
const API_KNOWN: Row = { nobody: 401, else: 200 };
/** Of the company itself, here the manager's: nobody else's is told to be there. */
const API_OWN: Row = { nobody: 401, manager: 200, else: 404 };
/** Lists of what the acting company has; who has none active is told nothing. */
const API_COMPANY: Row = { nobody: 401, multi: 404, new: 404, super: 404, else: 200 };
/** Where the API knows other methods only. */
const NO_GET: Row = { else: 405 };

const EXPECTED: Record<string, Row> = {
  "/": SIGNED_IN,
  "/admin": { nobody: 302, super: 302, else: 404 },
  "/admin/outbox": { nobody: 302, super: 200, else: 404 },
  "/api/*": { else: 404 },
  "/api/certification-groups": API_COMPANY,
  "/api/certification-groups/:certification_group_id": NO_GET,
  "/api/certification-groups/:certification_group_id/members": API_OWN,
  "/api/certification-groups/search": NO_GET,
  "/api/certification-requests": API_COMPANY,
  "/api/certification-requests/:certification_request_id": NO_GET,
  "/api/certification-types": API_KNOWN,
  "/api/certification/search": NO_GET,
  "/api/company/:company_id/certifications": API_OWN,
  "/api/company/:company_id/certifications/:certification_id": NO_GET,
  "/api/company/search": NO_GET,
  "/api/company": NO_GET,
  "/api/company/:company_id/crews": { nobody: 401, manager: 200, else: 404 },
  "/api/company/:company_id/employees": NO_GET,
  "/api/company/:company_id/employees/:user_id": NO_GET,
  "/api/company/:company_id/permissions": NO_GET,
  "/api/company/:company_id/request": NO_GET,
  "/api/company/:company_id/request/:request_id": NO_GET,
  "/api/company/:company_id/destinations": API_OWN,
  "/api/company/:company_id/destinations/:company_destination_id": NO_GET,
  "/api/company/:company_id/destinations/search": NO_GET,
  "/api/company/:company_id/location-types": API_OWN,
  "/api/company/:company_id/location-types/:type_id": NO_GET,
  "/api/company/:company_id/locations": { nobody: 401, multi: 404, new: 404, super: 404, else: 200 },
  "/api/company/:company_id/locations/:location_id": NO_GET,
  "/api/county/:state_id": API_KNOWN,
  "/api/docs": { else: 200 },
  "/api/entity": API_KNOWN,
  "/api/land-owners": { nobody: 401, multi: 404, new: 404, super: 404, else: 200 },
  "/api/location-types": API_KNOWN,
  "/api/location/search": NO_GET,
  "/api/openapi.json": { else: 200 },
  "/api/product-types": API_KNOWN,
  "/api/products": API_KNOWN,
  "/api/releases": API_KNOWN,
  "/api/state": API_KNOWN,
  "/api/trip-ticket-statuses": API_KNOWN,
  "/api/trip-tickets": NO_GET,
  "/api/trip-tickets/:id": API_THEIRS,
  "/api/trip-tickets/:trip_ticket_id/audits": API_THEIRS,
  "/api/trip-tickets/:trip_ticket_id/comments": API_THEIRS,
  "/api/trip-tickets/:trip_ticket_id/comments/:comment_id": NO_GET,
  "/api/trip-tickets/:trip_ticket_id/photos": API_THEIRS,
  "/api/trip-tickets/:trip_ticket_id/photos/:photo_id": NO_GET,
  "/api/trip-tickets/:trip_ticket_id/photos/:photo_id/image": { nobody: 401, else: 404 },
  "/api/trip-tickets/search": NO_GET,
  "/api/user/:id": NO_GET,
  "/api/wood-species": API_KNOWN,
  "/api/wood-unit-types": API_KNOWN,
  "/companies": SIGNED_IN,
  "/companies/:companyId": { nobody: 302, manager: 302, else: 200 },
  "/companies/:companyId/logo/:key": { nobody: 302, else: 404 },
  "/company": COMPANY,
  "/company/api-keys": COMPANY,
  "/company/api-keys/:keyId/revocation": NO_SUCH,
  "/company/certifications": COMPANY,
  "/company/certifications/:certificationId": { ...THEIRS_ALONE, logger: 403 },
  "/company/certifications/:certificationId/removal": { ...THEIRS_ALONE, logger: 403 },
  "/company/certifications/groups": { else: 302 },
  "/company/certifications/groups/:groupId": THEIRS_ALONE,
  "/company/certifications/groups/:groupId/ending": THEIRS_ALONE,
  "/company/certifications/groups/new": COMPANY,
  "/company/certifications/new": COMPANY,
  "/company/certifications/requests": { else: 302 },
  "/company/certifications/requests/:requestId": { ...THEIRS_ALONE, hauler: 200 },
  "/company/certifications/requests/:requestId/acceptance": { else: 302 },
  "/company/certifications/requests/:requestId/rejection": { else: 302 },
  "/company/certifications/requests/new": COMPANY,
  "/company/destinations": COMPANY,
  "/company/destinations/:destinationId/deletion": NO_SUCH,
  "/company/destinations/new": COMPANY,
  "/company/edit": COMPANY,
  "/company/crews/:crewId": NO_SUCH,
  "/company/crews/:crewId/deletion": NO_SUCH,
  "/company/crews/new": COMPANY,
  "/company/invitations": { else: 302 },
  "/company/invitations/:inviteId/link": NO_SUCH,
  "/company/invite": COMPANY,
  "/company/land-owners": COMPANY,
  "/company/location-types/:typeId": NO_SUCH,
  "/company/location-types/new": COMPANY,
  "/company/locations": COMPANY,
  "/company/locations/:locationId": NO_SUCH,
  "/company/locations/:locationId/deletion": NO_SUCH,
  "/company/locations/new": COMPANY,
  "/company/logo": COMPANY,
  "/company/logo-removal": { else: 302 },
  "/company/map": COMPANY,
  "/company/people": COMPANY,
  "/company/people/:userId": NO_SUCH,
  "/company/people/:userId/deletion": NO_SUCH,
  "/company/people/:userId/link": NO_SUCH,
  "/company/people/new": COMPANY,
  "/company/permissions": COMPANY,
  "/company/requests/:requestId": NO_SUCH,
  "/company/requests/:requestId/rejection": { else: 302 },
  "/forgot-password": { else: 200 },
  "/invite/:token": { else: 200 },
  "/jobs": COMPANY,
  "/jobs/:jobId": THEIRS,
  "/login": { nobody: 200, else: 302 },
  "/logout": { else: 302 },
  "/more": SIGNED_IN,
  "/onboarding": { else: 302 },
  "/onboarding/back": { else: 302 },
  "/onboarding/choose-company-perspective": SIGNED_IN,
  "/onboarding/create-company": { else: 302 },
  "/onboarding/finish": { else: 302 },
  "/onboarding/invite-team": { else: 302 },
  "/onboarding/join-company": SIGNED_IN,
  "/onboarding/start": { else: 302 },
  "/profile": SIGNED_IN,
  "/profile/avatar": SIGNED_IN,
  "/profile/avatar-removal": { else: 302 },
  "/profile/edit": SIGNED_IN,
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
  "/users/:userId": { nobody: 302, manager: 200, else: 404 },
  "/users/:userId/avatar/:key": { nobody: 302, else: 404 },
  "/v1/company/:id": NO_GET,
  "/verify/trip-tickets/:ticketId": { else: 302 },
};

/** Posting nothing to every action: never a success, never a fault, and 404 for whom the thing does not exist. */
const REFUSED = [302, 303, 400, 401, 403, 404, 405, 409, 411, 415, 422];

/** What stands for each parameter; the path tells apart what the demo has from what it has not. */
const PROVIDERS: Record<string, (ids: Record<string, number>, path: string) => string> = {
  ticketId: (ids) => String(ids.ticket),
  id: (ids) => String(ids.ticket),
  jobId: (ids) => String(ids.job),
  verb: () => "claim",
  box: () => "details",
  token: () => "no-such-token",
  photoId: () => "987654",
  commentId: () => "987654",
  keyId: () => "987654",
  // The demo's: the manager's company, its first license, its group, and the hauler's request that waits.
  company_id: () => "1",
  certificationId: () => "1",
  certification_id: () => "1",
  groupId: () => "1",
  certification_group_id: () => "1",
  requestId: (_ids, path) => (path.startsWith("/company/requests/") ? "987654" : "1"),
  certification_request_id: () => "1",
  companyId: () => "1",
  userId: (ids, path) => (path.startsWith("/company/people/") ? "987654" : String(ids.colleague)),
  locationId: () => "987654",
  location_id: () => "987654",
  typeId: () => "987654",
  type_id: () => "987654",
  destinationId: () => "987654",
  company_destination_id: () => "987654",
  key: () => "987654",
  state_id: () => "26",
  trip_ticket_id: (ids) => String(ids.ticket),
  comment_id: () => "987654",
  photo_id: () => "987654",
  crewId: () => "987654",
  inviteId: () => "987654",
  request_id: () => "987654",
  user_id: () => "987654",
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

async function keyOf(manager: APIRequestContext): Promise<string> {
  const form = { name: `Matrix ${Date.now()}`, form_id: randomUUID() };
  const page = await (await manager.post("/company/api-keys", { form })).text();
  return /ttk_[\w-]{16}\.[\w-]{43}/.exec(page)?.[0] ?? "";
}

const expectedOf = (path: string, who: Who) => {
  const row = EXPECTED[path];
  const as = who !== "key" ? who : /^\/(api|v1)\//.test(path) ? "manager" : "nobody";
  return row?.[as] ?? row?.else;
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

test("@script an empty post changes nothing and is never a fault; the rival is told 404", async () => {
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
    // Asking to join needs no more than the address.
    "/api/company/:company_id/request",
    "/api/company/:company_id/destinations/search",
  ];
  for (const { path, hasAction } of await routesOf()) {
    if (!hasAction || harmless.includes(path)) continue;
    for (const who of WHO) {
      const answer = await contexts.get(who)?.post(addressOf(path), { form: {}, maxRedirects: 0 });
      const status = answer?.status() ?? 0;
      const hidden = who === "rival" && /:(ticketId|trip_ticket_id|id)\b/.test(path);
      if (!REFUSED.includes(status) || (hidden && ![404, 405, 422].includes(status)))
        wrong.push(`POST ${path} as ${who}: ${status}`);
    }
  }
  expect(wrong).toEqual([]);
});

/** A body for every call that writes, good but for who sends it; the ticket is completed and at another version. */
const BODIES: Record<string, object> = {
  createTicket: { job_id: 1, job_destination_id: 987_654, product: "5-746-0" },
  searchTickets: {},
  updateTicket: { version: 99, scale_ticket_number: "STOLEN" },
  deleteTicket: { version: 99 },
  addComment: { content: "" },
  updateComment: { version: 2, content: "Mine now" },
  removeComment: { version: 2 },
  addPhoto: {},
  removePhoto: { version: 2 },
  addCertification: { certification_type_id: 1, license: "" },
  updateCertification: { version: 99, license: "STOLEN" },
  removeCertification: { version: 99 },
  searchCertifications: {},
  createCertificationGroup: { certification_id: 987_654, name: "Stolen" },
  renameCertificationGroup: { version: 99, name: "Stolen" },
  endCertificationGroup: { version: 99 },
  searchCertificationGroups: {},
  requestCertification: { certification_group_id: 987_654 },
  respondToCertificationRequest: { is_accepted: "yes" },
  endCertificationRequest: { certification_id: 1 },
  updateCompany: { version: 99 },
  searchCompanies: {},
  createLandOwner: { name: "" },
  createCompany: { name: "X", contact: { first_name: "X", last_name: "Y", phone_number: "9065550101" } },
  askToJoin: { company_id: 1, is_admin: true },
  answerJoinRequest: { is_accepted: true, crew_ids: [1] },
  addEmployee: { first_name: "X", last_name: "Y", phone_number: "9065550101" },
  updateEmployee: { version: 2, is_admin: true },
  deleteEmployee: { version: 2 },
  updatePermission: { crew_id: 987_654, entity_id: 1, action: "read", value: false },
  updateUser: { version: 99, default_company_id: null },
  createLocationType: { name: "Stolen", location_type_id: 987_654 },
  updateLocationType: { version: 2, name: "Stolen" },
  createLocation: { name: "Stolen", company_location_type_id: 987_654, latitude: 44, longitude: -84 },
  updateLocation: { version: 2, name: "Stolen" },
  deleteLocation: { version: 2 },
  searchLocations: { latitude: 44, longitude: -84 },
  createDestination: { name: "Stolen", destination_company_location_id: 987_654 },
  searchDestinations: {},
  deleteDestination: {},
};

/** What anybody may do for themselves, and these bodies may not. */
/** What persons of the primary crew do, and keys do not. */
const EMPLOYING = /^\/api\/company\/\{/;
const FOR_ONESELF = ["createCompany", "askToJoin", "updateUser"];

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
                    ? [404, ...(/^(add|create|respond|end)/.test(operationId) ? [422] : [])]
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
