import { afterAll, beforeAll, expect, test } from "vitest";
import { goodBodies } from "../e2e/support/asked";
import { type Served, serveDemo } from "../scripts/serve";
import { type Schema, wrongValues } from "./support/api-values";
import { type Answer, type Caller, personAt, programAt } from "./support/caller";
import { type Snapshot, snapshot } from "./support/snapshot";

/**
 * Every call of the API is thrown what it must not take, made from the API's own description: always 4xx with a
 * message, never 5xx, and no row of any table changes. On a server of its own, so that nobody else writes.
 */
let served: Served;
let caller: Caller;
let before: Snapshot;
let ticket: { id: number; version: number };
/** Ids of places of the caller's own, by the name of the address's part. */
const own: Record<string, number> = {};

type Operation = {
  operationId: string;
  parameters: { name: string; in: string; schema?: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};
type Call = { path: string; method: string; operation: Operation };
let calls: Call[];

beforeAll(async () => {
  served = await serveDemo();
  caller = await programAt(served.url, await personAt(served.url, "manager"), "Hostile");
  const found = await caller.ask("/api/trip-tickets/search", {
    json: { job_ids: [1], trip_ticket_status_ids: [7], take: 1 },
  });
  ticket = (JSON.parse(found.text) as { trip_tickets: { trip_ticket: typeof ticket }[] }).trip_tickets[0]
    ?.trip_ticket as typeof ticket;
  const idIn = async (path: string) =>
    Number(
      /"(?:company_location|company_destination|company_location_types)":\[?\{"id":(\d+)/.exec(
        (await caller.get(path)).text,
      )?.[1],
    );
  own.location_id = await idIn("/api/company/1/locations");
  own.type_id = await idIn("/api/company/1/location-types");
  own.company_destination_id = await idIn("/api/company/1/destinations");
  const document = JSON.parse((await caller.get("/api/openapi.json")).text) as {
    paths: Record<string, Record<string, Operation>>;
  };
  calls = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ path, method, operation })),
  );
  before = await snapshot(served.databaseUrl);
});
afterAll(() => served?.stop());

const addressOf = (path: string) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) =>
    /comment|photo|certification|^company_id$|request|user/.test(name) || path.startsWith("/v1/company/")
      ? "1"
      : String(own[name] ?? (path.startsWith("/api/jobs/") ? 1 : ticket.id)),
  );

const schemaOf = ({ operation }: Call) => operation.requestBody?.content["application/json"]?.schema;

/** A body that the call would take, or nearly: so that what is refused is the one thing that was spoilt. */
function goodBody({ operation }: Call): Record<string, unknown> {
  const version = ticket.version + 1;
  const bodies = goodBodies({ version, own });
  const body = bodies[operation.operationId];
  if (!body) throw new Error(`No body is known for ${operation.operationId}.`);
  return body;
}

/** Sends it and says what is wrong with the answer, if anything. */
async function refusalFault(what: string, send: () => Promise<Answer>) {
  const { status, text } = await send();
  const message = ((): unknown => {
    try {
      return (JSON.parse(text) as { message?: unknown }).message;
    } catch {
      return undefined;
    }
  })();
  const fine = status >= 400 && status < 500 && typeof message === "string" && message !== "";
  return fine ? [] : [`${what}: ${status} ${text.slice(0, 120)}`];
}

const fetchWith = (call: Call, bytes: string | Uint8Array, type = "application/json") =>
  caller.ask(addressOf(call.path), {
    method: call.method.toUpperCase(),
    bytes,
    headers: { "Content-Type": type },
  });

const unchanged = async () => expect(await snapshot(served.databaseUrl)).toEqual(before);
const written = () => calls.filter((call) => schemaOf(call));

test("wrong kinds, unknown choices, too much and too little are refused by every call", async () => {
  const faults: string[] = [];
  for (const call of written()) {
    const { properties = {}, required = [] } = schemaOf(call) ?? {};
    const name = call.operation.operationId;
    const attempt = async (what: string, body: unknown) =>
      faults.push(...(await refusalFault(`${name} ${what}`, () => fetchWith(call, JSON.stringify(body)))));
    for (const [field, schema] of Object.entries(properties))
      for (const value of wrongValues(schema))
        await attempt(`${field}=${JSON.stringify(value).slice(0, 40)}`, {
          ...goodBody(call),
          [field]: value,
        });
    for (const field of required) {
      const { [field]: _left, ...rest } = goodBody(call);
      await attempt(`without ${field}`, rest);
    }
    await attempt("an unknown field", { ...goodBody(call), company_id: 2, is_admin: true });
    await attempt("a prototype", JSON.parse(`{"__proto__": {"x": 1}, "constructor": {"y": 2}}`));
  }
  expect(faults).toEqual([]);
  await unchanged();
});

test("bodies that aren't a JSON object, or that parsers read differently, are refused", async () => {
  const faults: string[] = [];
  const odd: [string, string | Buffer, string?][] = [
    ["no JSON", "{"],
    ["a list", "[]"],
    ["a number", "1"],
    ["nothing but null", "null"],
    ["single quotes", "{'version': 2}"],
    ["two objects", '{"version": 2} {"version": 2}'],
    ["a name twice", '{"version": 2, "version": 3}'],
    ["deep lists", `{"version": ${"[".repeat(50_000)}${"]".repeat(50_000)}}`],
    ["deep objects", `${'{"a":'.repeat(30_000)}1${"}".repeat(30_000)}`],
    ["isn't UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ["UTF-16", Buffer.from('{"version": 2}', "utf16le"), "application/json; charset=utf-16"],
    ["UTF-7", "+AHs-", "application/json; charset=utf-7"],
    ["a form", "version=2&content=x", "application/x-www-form-urlencoded"],
    ["plain text", '{"version": 2}', "text/plain"],
    ["XML", "<version>2</version>", "application/xml"],
    ["a megabyte", JSON.stringify({ content: "x".repeat(1024 * 1024) })],
    ["a form in parts without its parts", "--x", "multipart/form-data; boundary=y"],
    ["a form without a boundary", "--x", "multipart/form-data"],
  ];
  for (const call of calls.filter((c) => c.method !== "get"))
    for (const [what, body, type] of odd)
      faults.push(
        ...(await refusalFault(`${call.operation.operationId}: ${what}`, () => fetchWith(call, body, type))),
      );
  expect(faults).toEqual([]);
  await unchanged();
});

test("stale versions and other companies' ids are refused, and their existence isn't revealed", async () => {
  const rival = await personAt(served.url, "rival");
  const found = await rival.ask("/api/trip-tickets/search", { json: { take: 1 } });
  const [theirs] = (
    JSON.parse(found.text) as {
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
  const version = ticket.version + 1;
  const put = (path: string, json: object) => caller.ask(path, { method: "PUT", json });
  const own = `/api/trip-tickets/${ticket.id}`;
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

test("addresses and queries that make no sense are refused by every call that reads", async () => {
  const faults: string[] = [];
  for (const { path, operation } of calls.filter((c) => c.method === "get")) {
    const good = addressOf(path);
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
          ...(await refusalFault(`${operation.operationId} ${query}`, () => caller.get(`${good}${query}`))),
        );
    if (path.includes("{"))
      // Company 0 has no location types and job 0 has nothing, and that is an answer (decisions, section 8).
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
          ...(await refusalFault(`${operation.operationId} ${id}`, () =>
            caller.get(path.replace(/\{\w+\}/, id).replace(/\{\w+\}/g, "1")),
          )),
        );
  }
  expect(faults).toEqual([]);
  await unchanged();
});
