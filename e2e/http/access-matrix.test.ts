import { beforeAll, expect, inject, test } from "vitest";
import { openDatabase } from "../../db/client.server";
import { EXPECTED_RESPONSES, getParamValue, PARAM_NAMES, REQUEST_BODIES } from "../support/expectations";
import { PEOPLE_ONLY_API_PATHS, SELF_SERVICE_CALLS } from "../support/kept";
import { CALLERS, type CallerName } from "../support/rows";
import { type ApiDescription, listAddresses } from "./support/addresses";
import { type Caller, createApiClient, signInPerson } from "./support/caller";

/**
 * Check the status of every app address for every demo user, an API key and a signed-out visitor. Addresses come from
 * the built route manifest and the API's table. The test fails for a new route or call without an expectation, and for
 * a new parameter without a provider of values. The key acts for the manager's company in the API, and counts as signed
 * out elsewhere.
 */
/**
 * Post an empty body to every action: the post never succeeds, never causes a server error, and returns 404 if the
 * record doesn't exist for the user.
 */
const REFUSED = [302, 303, 400, 401, 403, 404, 405, 409, 411, 415, 422];

const DOCUMENTS = ["/api/openapi.json", "/api/docs"];

let callers: Record<CallerName, Caller>;
let requests: Awaited<ReturnType<typeof listAddresses>>;
let document: ApiDescription;
const ids: Record<string, number> = {};

const expectedOf = (path: string, who: CallerName) => {
  const row = EXPECTED_RESPONSES[path];
  const as = who !== "key" ? who : /^\/(api|v1)\//.test(path) ? "manager" : "nobody";
  return row?.[who] ?? row?.[as] ?? row?.else;
};

beforeAll(async () => {
  const { url, databaseUrl } = inject("served");
  const signedIn = async (who: CallerName): Promise<[CallerName, Caller]> => [
    who,
    await signInPerson(url, who),
  ];
  const people = await Promise.all(CALLERS.filter((who) => who !== "key").map(signedIn));
  callers = Object.fromEntries(people) as Record<CallerName, Caller>;
  document = JSON.parse(await callers.nobody.read("/api/openapi.json"));
  requests = await listAddresses(document);
  callers.key = await createApiClient(url, callers.manager, `Matrix ${Date.now()}`);
  const db = await openDatabase({ url: databaseUrl });
  const { rows } = await db.client.execute(
    `SELECT t.id, t.job_id FROM trip_ticket t JOIN job_destination_mill m ON m.job_destination_id = t.job_destination_id
      WHERE t.job_id = 1 AND t.trip_ticket_status_id = 3 AND t.hauler_company_id = 3 AND m.mill_company_id = 5 ORDER BY t.id LIMIT 1`,
  );
  const colleagues = await db.client.execute("SELECT id FROM user WHERE email = 'forester@demo.test'");
  await db.close();
  ids.ticket = Number(rows[0]?.id);
  ids.job = Number(rows[0]?.job_id);
  ids.colleague = Number(colleagues.rows[0]?.id);
});

/** Return the status for every caller; the requests run in parallel. */
const statuses = (ask: (caller: Caller) => Promise<{ status: number }>): Promise<[CallerName, number][]> =>
  Promise.all(
    CALLERS.map(async (who): Promise<[CallerName, number]> => [who, (await ask(callers[who])).status]),
  );

const addressOf = (path: string) =>
  path.replace(/:(\w+)/g, (_, name: string) => getParamValue(name, path, ids)).replace("*", "no/such/call");

test("every route has an expected status, and every parameter has a provider of values", async () => {
  const paths = requests.map((r) => r.path);
  expect([...paths].sort()).toEqual(Object.keys(EXPECTED_RESPONSES).sort());
  for (const name of paths.flatMap((p) => [...p.matchAll(/:(\w+)/g)].map((m) => m[1] ?? "")))
    expect([...PARAM_NAMES]).toContain(name);
});

test("every page returns the expected status for each user", async () => {
  const wrong: string[] = [];
  for (const { path } of requests) {
    // A page's status is known before rendering, so all callers except the manager request only its headers. The API's
    // two documents are the same for all callers, so their headers suffice too.
    const isCall = /^\/(api|v1)\//.test(path) && !DOCUMENTS.includes(path);
    const asking = (caller: Caller) =>
      isCall || caller === callers.manager
        ? caller.ask(addressOf(path))
        : caller.ask(addressOf(path), { method: "HEAD" });
    for (const [who, status] of await statuses(asking)) {
      const expected = expectedOf(path, who);
      if (status !== expected) wrong.push(`GET ${path} as ${who}: ${status}, expected ${expected}`);
    }
  }
  expect(wrong).toEqual([]);
});

test("an empty post never changes data or causes a server error, and returns 404 to the rival company", async () => {
  const wrong: string[] = [];
  // Posts that change no stored data, or that do nothing without criteria, like a search.
  const harmless = [
    "/logout",
    "/profile/light-pages",
    "/profile/time-zone",
    "/api/trip-tickets/search",
    "/api/settlements/search",
    "/api/settlements/paid/search",
    "/api/settlements/unpaid/search",
    "/api/certification/search",
    "/api/certification-groups/search",
    // Posts that any signed-in user may send without input; the next test covers those that do no harm.
    "/company/certifications/requests/:requestId",
    "/company/certifications/requests/:requestId/acceptance",
    "/company/certifications/requests/:requestId/rejection",
    "/api/company/search",
    // Without criteria, this call exports everything that the caller sees, to a file that is deleted after a week.
    "/api/trip-tickets/export",
    // A request to join a company needs no input except the address.
    "/api/company/:company_id/request",
    "/api/company/:company_id/destinations/search",
    "/api/jobs/search",
  ];
  for (const { path, hasAction } of requests) {
    if (!hasAction || harmless.includes(path)) continue;
    for (const [who, status] of await statuses((caller) => caller.ask(addressOf(path), { form: {} }))) {
      const hidden = who === "rival" && /:(ticketId|trip_ticket_id|id|jobId|job_id)\b/.test(path);
      // Statuses must reveal only to super users which admin posts exist.
      const unknown = path.startsWith("/admin") && !["super", "nobody", "key"].includes(who);
      if (
        !REFUSED.includes(status) ||
        (hidden && ![404, 405, 422].includes(status)) ||
        (unknown && status !== 404)
      )
        wrong.push(`POST ${path} as ${who}: ${status}`);
    }
  }
  expect(wrong).toEqual([]);
});

test("every API call that writes refuses each caller with the expected status, and changes nothing", async () => {
  const wrong: string[] = [];
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, { operationId }] of Object.entries(operations)) {
      if (method === "get") continue;
      const body = REQUEST_BODIES[operationId];
      expect(body, `a body for ${operationId}`).toBeDefined();
      const onTicket = path.includes("{");
      const search = operationId.startsWith("search");
      const address = addressOf(path.replace(/\{(\w+)\}/g, ":$1"));
      const sent = { method: method.toUpperCase(), json: body ?? {} };
      const answers = await statuses((caller) => caller.ask(address, sent));
      const read = Object.fromEntries(answers).manager ?? 0;
      for (const [who, status] of answers) {
        const homeless = ["multi", "new", "super"].includes(who);
        const allowed =
          who === "nobody"
            ? [401]
            : operationId === "searchCompanies"
              ? [200]
              : SELF_SERVICE_CALLS.includes(operationId)
                ? [404, 409, 422]
                : PEOPLE_ONLY_API_PATHS.test(path) && who === "key"
                  ? [read, 403]
                  : homeless || (who === "rival" && onTicket)
                    ? [
                        404,
                        ...(/^(add|create|respond|answer|end|setContract)/.test(operationId) ? [422] : []),
                      ]
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

test("the rival company's list and API responses contain no data of the other company", async () => {
  const page = (await callers.rival.get("/trip-tickets")).text;
  expect(page).not.toContain("Deward Tract");
  expect(page).toContain("Lookout Point");
  const json = { version: 2, scale_ticket_number: "STOLEN" };
  const put = await callers.rival.ask(`/api/trip-tickets/${ids.ticket}`, { method: "PUT", json });
  expect(put.status).toBe(404);
});
