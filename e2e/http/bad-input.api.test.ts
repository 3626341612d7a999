import { beforeAll, expect, inject, test } from "vitest";
import { findRefusalFault, ODD_BODIES, type PreparedApiCalls, prepareApiCalls } from "./support/api-calls";
import { type Answer, type Caller, createApiClient, signInPerson } from "./support/caller";
import { type Snapshot, takeSnapshot } from "./support/snapshot";

/**
 * Send API calls invalid input over HTTP: each response must be 4xx with a message, never 5xx, and no table row may
 * change. Uses a separate server, so that nothing else writes. app/api/bad-input.server.test.ts tests every field of
 * every call without HTTP.
 */
const served = inject("served");
let caller: Caller;
let before: Snapshot;
let api: PreparedApiCalls;

beforeAll(async () => {
  caller = await createApiClient(served.url, await signInPerson(served.url, "manager"), "Hostile");
  api = await prepareApiCalls(caller.ask, JSON.parse((await caller.get("/api/openapi.json")).text));
  before = await takeSnapshot(served.databaseUrl);
});

const unchanged = async () => expect(await takeSnapshot(served.databaseUrl)).toEqual(before);

test("refuses bodies that aren't a JSON object, and bodies that parsers interpret differently", async () => {
  const faults: string[] = [];
  // Test one call for each way of reading a body (as JSON, as a multipart file, or as a file in a field): every other
  // call reads its body in one of these ways.
  const writing = api.calls.filter((call) => call.method !== "get");
  const ways = new Map(
    writing.map((call) => [
      `${call.method} ${Object.keys(call.operation.requestBody?.content ?? {})} ${/photo|file|logo/i.test(call.path)}`,
      call,
    ]),
  );
  expect(ways.size).toBeGreaterThan(4);
  for (const call of ways.values())
    for (const [what, body, type] of ODD_BODIES)
      faults.push(
        ...(await findRefusalFault(`${call.operation.operationId}: ${what}`, () =>
          api.send(call, body, type),
        )),
      );
  expect(faults).toEqual([]);
  await unchanged();
});

test("refuses stale versions, and refuses other companies' ids without revealing that they exist", async () => {
  const rival = await signInPerson(served.url, "rival");
  const match = await rival.ask("/api/trip-tickets/search", { json: { take: 1 } });
  const [theirs] = (
    JSON.parse(match.text) as {
      trip_tickets: Record<string, { id: number; request_user_company_id?: number }>[];
    }
  ).trip_tickets;
  const ids = {
    ticket: theirs?.trip_ticket?.id ?? 0,
    job: theirs?.job?.id ?? 0,
    destination: theirs?.job_destination?.id ?? 0,
    company: theirs?.job?.request_user_company_id ?? 0,
  };
  expect(Object.values(ids).every((id) => id > 0)).toBe(true);
  const version = api.ticket.version + 1;
  const put = (path: string, json: object) => caller.ask(path, { method: "PUT", json });
  const own = `/api/trip-tickets/${api.ticket.id}`;
  const attempts: [string, number, () => Promise<Answer>][] = [
    ["their ticket", 404, () => put(`/api/trip-tickets/${ids.ticket}`, { version: 2 })],
    ["no ticket", 404, () => put("/api/trip-tickets/987654321", { version: 2 })],
    [
      "their job",
      404,
      () =>
        caller.ask("/api/trip-tickets", {
          json: { job_id: ids.job, job_destination_id: ids.destination, product: "5-746-0" },
        }),
    ],
    ["their destination", 422, () => put(own, { version, job_destination_id: ids.destination })],
    ["their company as hauler", 422, () => put(own, { version, hauler_company_id: ids.company })],
    [
      "their company claims",
      422,
      () => put(own, { version, trip_ticket_status_id: 1, hauler_company_id: ids.company }),
    ],
    ["their person", 422, () => put(own, { version, cutter_user_id: 987_654 })],
    ["their certification", 422, () => put(own, { version, certification_ids: [987_654] })],
    ["an old version", 409, () => put(own, { version: version - 1, trip_ticket_priority_id: 1 })],
    ["a version to come", 409, () => put(own, { version: version + 5, trip_ticket_priority_id: 1 })],
    ["no status", 422, () => put(own, { version, trip_ticket_status_id: 8 })],
    ["a step that doesn't exist", 422, () => put(own, { version, trip_ticket_status_id: 3 })],
    [
      "deleting at an old version",
      409,
      () => caller.ask(own, { method: "DELETE", json: { version: version - 1 } }),
    ],
    [
      "deleting at an old version in the address",
      409,
      () => caller.ask(`${own}?version=${version - 1}`, { method: "DELETE" }),
    ],
    ["deleting without a version", 422, () => caller.ask(own, { method: "DELETE" })],
  ];
  const wrong: string[] = [];
  for (const [what, expected, send] of attempts) {
    const answer = await send();
    const { message } = JSON.parse(answer.text) as { message?: string };
    if (answer.status !== expected || !message) wrong.push(`${what}: ${answer.status} ${message}`);
  }
  expect(wrong).toEqual([]);
  await unchanged();
});

test("every call that reads refuses invalid ids and query parameters", async () => {
  const faults: string[] = [];
  for (const { path, operation } of api.calls.filter((c) => c.method === "get")) {
    const good = api.addressOf(path);
    for (const query of [
      "?take=0",
      "?take=101",
      "?take=-2",
      "?skip=-1",
      "?skip=1e9",
      "?take=ten",
      "?nothing=1",
      "?take=1&take=2",
    ])
      if (operation.parameters.some((p) => p.in === "query") || query === "?nothing=1")
        faults.push(
          ...(await findRefusalFault(`${operation.operationId} ${query}`, () =>
            caller.get(`${good}${query}`),
          )),
        );
    if (path.includes("{"))
      // No company has the id 0 and no job has it either; the valid response for location types of company 0 or items
      // of job 0 is an empty list (docs/domain.md#programs).
      for (const id of [
        ...(operation.operationId === "listLocationTypes" || /^listJob/.test(operation.operationId)
          ? []
          : ["0"]),
        "-1",
        "1.5",
        "abc",
        "1%00",
        "999999999999999",
        "1e3",
        "%2e%2e%2f",
      ])
        faults.push(
          ...(await findRefusalFault(`${operation.operationId} ${id}`, () =>
            caller.get(path.replace(/\{\w+\}/, id).replace(/\{\w+\}/g, "1")),
          )),
        );
  }
  expect(faults).toEqual([]);
  await unchanged();
});
