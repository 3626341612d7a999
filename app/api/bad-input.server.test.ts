import { beforeAll, expect, test } from "vitest";
import { getTestDatabaseUrl, openDemoDatabase } from "#db/testing/test-database";
import { startSession } from "~/web/session.server";
import {
  findRefusalFault,
  getBodySchema,
  ODD_BODIES,
  type PreparedApiCalls,
  prepareApiCalls,
  type SendCall,
} from "../../e2e/http/support/api-calls";
import { listInvalidValues } from "../../e2e/http/support/api-values";
import { type Snapshot, takeSnapshot } from "../../e2e/http/support/snapshot";
import { API_CALLS } from "./calls.server";
import { getOpenApiDocument } from "./document.server";
import { handleApiRequest } from "./serve.server";

/**
 * Send every API call invalid input derived from the API's own description. The response is always 4xx with a message,
 * never 5xx, and no table row changes. e2e/http/bad-input.api.test.ts sends some of this input over HTTP.
 */
const context = { cspNonce: "", requestId: "", address: "127.0.0.1", updating: false, noteActor() {} };
let cookie = "";
let api: PreparedApiCalls;
let before: Snapshot;

const ask: SendCall = async (path, { method, json, bytes, headers } = {}) => {
  const body = json === undefined ? bytes : JSON.stringify(json);
  const request = new Request(`http://localhost${path}`, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    body: typeof body === "string" ? Buffer.from(body) : body && Buffer.from(body),
    headers: { Cookie: cookie, "Content-Type": "application/json", ...headers },
  });
  const answer = await handleApiRequest({ request, context });
  return { status: answer.status, text: await answer.text() };
};

beforeAll(async () => {
  const db = await openDemoDatabase();
  const { rows } = await db.client.execute("SELECT id FROM user WHERE email = 'manager@demo.test'");
  const session = await startSession(new Request("http://localhost/"), Number(rows[0]?.id), 1);
  cookie = session.split(";")[0] ?? "";
  api = await prepareApiCalls(ask, JSON.parse(JSON.stringify(getOpenApiDocument())));
  before = await takeSnapshot(getTestDatabaseUrl());
});

const unchanged = async () => expect(await takeSnapshot(getTestDatabaseUrl())).toEqual(before);

/** Check whether the call treats this empty value as no filter instead of rejecting it. */
const asksNothing = (operation: string, field: string, value: unknown): boolean =>
  (value === null || value === 0 || value === "" || (Array.isArray(value) && value.length === 0)) &&
  Object.values(API_CALLS).some((calls) =>
    Object.values(calls).some(
      (call) => !("file" in call) && call.procedure.name === operation && call.dropsEmpty?.includes(field),
    ),
  );

test("every call rejects wrong types, unknown choices, and values that are too large or too small", async () => {
  const faults: string[] = [];
  const written = api.calls.filter((call) => getBodySchema(call));
  expect(written.length).toBeGreaterThan(140);
  for (const call of written) {
    const { properties = {}, required = [] } = getBodySchema(call) ?? {};
    const name = call.operation.operationId;
    const documented = new Set([
      ...Object.keys(properties),
      ...call.operation.parameters.map((parameter) => parameter.name),
    ]);
    const attempt = async (what: string, body: unknown, names?: ReadonlySet<string>) =>
      faults.push(
        ...(await findRefusalFault(`${name} ${what}`, () => api.send(call, JSON.stringify(body)), names)),
      );
    for (const [field, schema] of Object.entries(properties))
      for (const value of listInvalidValues(schema).filter((v) => !asksNothing(name, field, v)))
        await attempt(
          `${field}=${JSON.stringify(value).slice(0, 40)}`,
          {
            ...api.goodBody(call),
            [field]: value,
          },
          documented,
        );
    for (const field of required) {
      const { [field]: _left, ...rest } = api.goodBody(call);
      await attempt(`without ${field}`, rest, documented);
    }
    await attempt("an unknown field", { ...api.goodBody(call), company_id: 2, is_admin: true });
    await attempt("a prototype", JSON.parse(`{"__proto__": {"x": 1}, "constructor": {"y": 2}}`));
  }
  expect(faults).toEqual([]);
  await unchanged();
});

test("every call rejects bodies that aren't JSON objects or that parsers read differently", async () => {
  const faults: string[] = [];
  for (const call of api.calls.filter(({ method }) => method !== "get"))
    for (const [what, body, type] of ODD_BODIES)
      faults.push(
        ...(await findRefusalFault(`${call.operation.operationId}: ${what}`, () =>
          api.send(call, body, type),
        )),
      );
  expect(faults).toEqual([]);
  await unchanged();
});
