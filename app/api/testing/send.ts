import type { actAs } from "#db/testing/acting";
import { API_CALLS } from "~/api/calls.server";
import { createCallFinder, getCallForMethod } from "~/api/table";
import { mergeInput } from "~/web/rest-input";

type Caller = Awaited<ReturnType<typeof actAs>>;
type Json = Record<string, unknown>;

const find = createCallFinder(API_CALLS);

const typed = (value: string) => (/^-?\d+$/.test(value) ? Number(value) : value);

/**
 * Send an API call in a test as a client does: the body and the response go through JSON, the input is merged as in the
 * API's adapter, and the response must strictly match the call's declared output.
 */
export async function sendApiCall(who: Caller, call: string, body: Json = {}): Promise<Json> {
  const [method = "", address = ""] = call.split(" ");
  const { pathname, searchParams } = new URL(address, "https://here.invalid");
  const matchedCall = find(pathname);
  const rest = matchedCall && getCallForMethod(matchedCall.at, method);
  if (!matchedCall || !rest || "file" in rest) throw new Error(`no ${method} at ${pathname}`);
  const path = Object.fromEntries(Object.entries(matchedCall.params).map(([name, id]) => [name, Number(id)]));
  const query = Object.fromEntries([...searchParams].map(([name, value]) => [name, typed(value)]));
  const input = mergeInput(method, rest, {
    query,
    body: JSON.parse(JSON.stringify(body)) as Json,
    path,
  });
  const answer = await who.call(rest.procedure, input);
  const sent = JSON.parse(JSON.stringify(await whole(answer))) as unknown;
  return rest.procedure.output.parse(sent) as Json;
}

/** Read a response, including a streamed list to its end. */
async function whole(answer: unknown): Promise<unknown> {
  const read = async ([name, value]: [string, unknown]) => {
    if (!value || typeof value !== "object" || !(Symbol.asyncIterator in value)) return [name, value];
    const rows: unknown[] = [];
    for await (const row of value as AsyncIterable<unknown>) rows.push(row);
    return [name, rows];
  };
  return Object.fromEntries(await Promise.all(Object.entries(answer ?? {}).map(read)));
}

/**
 * Return the named keys missing from a response. "a.b" is b of a; "a[].b" is b of each row of a, which must have at
 * least one row.
 */
export function findMissingKeys(answer: unknown, keys: readonly string[]): string[] {
  return keys.filter((key) => !has([answer], key.split(".")));
}

function has(positions: unknown[], [first = "", ...rest]: string[]): boolean {
  const name = first.replace(/\[\]$/, "");
  if (!positions.length || !positions.every((row) => row !== null && typeof row === "object" && name in row))
    return false;
  const values = positions.map((row) => (row as Json)[name]);
  const rows = first.endsWith("[]") ? values.flat() : values;
  if (first.endsWith("[]") && rows.length === 0) return false;
  return rest.length === 0 || has(rows, rest);
}
