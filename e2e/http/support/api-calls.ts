import { getValidBodies } from "../../support/expectations";
import type { Schema } from "./api-values";

/** Send an API call, over HTTP or to the app in this process. */
export type SendCall = (
  path: string,
  sent?: { method?: string; json?: unknown; bytes?: string | Uint8Array; headers?: Record<string, string> },
) => Promise<{ status: number; text: string }>;

type Operation = {
  operationId: string;
  parameters: { name: string; in: string; schema?: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};
export type ApiCall = { path: string; method: string; operation: Operation };

export const getBodySchema = ({ operation }: ApiCall) =>
  operation.requestBody?.content["application/json"]?.schema;

/**
 * Return every call in the API's own description, with an address and a body that the API would accept from the demo's
 * manager.
 */
export async function prepareApiCalls(
  ask: SendCall,
  document: { paths: Record<string, Record<string, Operation>> },
) {
  const match = await ask("/api/trip-tickets/search", {
    json: { job_ids: [1], trip_ticket_status_ids: [7], take: 1 },
  });
  const ticket = (
    JSON.parse(match.text) as { trip_tickets: { trip_ticket: { id: number; version: number } }[] }
  ).trip_tickets[0]?.trip_ticket;
  if (!ticket) throw new Error("The demo has no ticket to send to.");
  const idIn = async (path: string) =>
    Number(
      /"(?:company_location|company_destination|company_location_types)":\[?\{"id":(\d+)/.exec(
        (await ask(path)).text,
      )?.[1],
    );
  /** Ids of locations that the caller's company owns, by address parameter name. */
  const own: Record<string, number> = {
    location_id: await idIn("/api/company/1/locations"),
    type_id: await idIn("/api/company/1/location-types"),
    company_destination_id: await idIn("/api/company/1/destinations"),
  };
  const calls: ApiCall[] = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ path, method, operation })),
  );

  const addressOf = (path: string) =>
    path.replace(/\{(\w+)\}/g, (_, name: string) =>
      /comment|photo|certification|^company_id$|request|user/.test(name) || path.startsWith("/v1/company/")
        ? "1"
        : String(own[name] ?? (path.startsWith("/api/jobs/") ? 1 : ticket.id)),
    );

  /** Build a body that the call accepts or nearly accepts, so that a refusal can only be caused by the invalid value. */
  const bodies = getValidBodies({ version: ticket.version + 1, own });
  const goodBody = ({ operation }: ApiCall): Record<string, unknown> => {
    const body = bodies[operation.operationId];
    if (!body) throw new Error(`No body is known for ${operation.operationId}.`);
    return body;
  };

  const send = (call: ApiCall, bytes: string | Uint8Array, type = "application/json") =>
    ask(addressOf(call.path), {
      method: call.method.toUpperCase(),
      bytes,
      headers: { "Content-Type": type },
    });

  return { ticket, calls, addressOf, goodBody, send };
}
export type PreparedApiCalls = Awaited<ReturnType<typeof prepareApiCalls>>;

/** Messages of the validation library, which neither users nor API clients should see. */
export const LIBRARY_MESSAGES =
  /Invalid (?:input|option|string|number|key|element)\b|expected [\w ]+, received|Too (?:big|small): /;

/** Return the fault in a response, if any: the response must be a refusal with a 4xx status and a reason. */
export async function findRefusalFault(
  what: string,
  send: () => Promise<{ status: number; text: string }>,
  documented?: ReadonlySet<string>,
) {
  const { status, text } = await send();
  const { message, errors = {} } = ((): { message?: unknown; errors?: object } => {
    try {
      return JSON.parse(text) as { message?: unknown; errors?: object };
    } catch {
      return {};
    }
  })();
  // An error's key is a field of the call, or a part of a field: `columns.0.key`.
  const unknown = Object.keys(errors).filter(
    (name) => documented && !documented.has(name.split(".")[0] ?? ""),
  );
  if (unknown.length) return [`${what}: the document doesn't have ${unknown}`];
  const words = LIBRARY_MESSAGES.exec(text)?.[0];
  if (words) return [`${what}: says "${words}"`];
  const fine = status >= 400 && status < 500 && typeof message === "string" && message !== "";
  return fine ? [] : [`${what}: ${status} ${text.slice(0, 120)}`];
}

/** Bodies that aren't a JSON object, and bodies that different parsers read differently. */
export const ODD_BODIES: [what: string, body: string | Uint8Array, type?: string][] = [
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
