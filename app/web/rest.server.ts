import type { z } from "zod";
import type { Actor } from "./actor";
import { app } from "./app.server";
import { openCall, type RouteArgs } from "./context.server";
import type { Call } from "./perform.server";
import { fieldErrors, perform } from "./perform.server";
import type { Procedure } from "./procedure";
import { invalid, Refusal, SORRY } from "./refusal";
import { once } from "./respond.server";
import { unavailableOf } from "./unavailable.server";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type ParamKinds = Record<string, "id" | "text">;

/** One call of the API: the procedure, and which parts of its input the address gives. */
export type RestCall = {
  // The input and output differ from call to call; each is checked by its own procedure's schema.
  procedure: Procedure<z.ZodType, unknown>;
  /** Names of the input that the path gives, and whether they are numbers. */
  params?: ParamKinds;
  status?: number;
};

const json = (body: unknown, status: number, headers: Record<string, string> = {}): Response =>
  Response.json(body, { status, headers: { "Cache-Control": "private, no-store", ...headers } });

/**
 * Serves procedures to programs: JSON in, JSON out, `{ message, errors? }` on everything that is not 2xx. A loader
 * takes GET, an action the rest; a method that is not named is 405. Writes take an Idempotency-Key.
 */
export function rest(calls: Partial<Record<Method, RestCall>>) {
  return async (args: RouteArgs & { params: Record<string, string | undefined> }): Promise<Response> => {
    const { request } = args;
    const called = calls[request.method as Method];
    if (!called)
      return json({ message: `${request.method} is not known here.` }, 405, {
        Allow: Object.keys(calls).join(", "),
      });
    try {
      const ctx = await apiContext(args);
      const input = {
        ...(request.method === "GET" ? readQuery(request) : await readBody(request)),
        ...readParams(called.params ?? {}, args.params),
      };
      const result =
        request.method === "GET"
          ? await perform(called.procedure, ctx, input)
          : await write(called.procedure, ctx, input, request);
      return json(result ?? {}, called.status ?? 200);
    } catch (error) {
      return refusalJson(error, args);
    }
  };
}

async function apiContext(args: RouteArgs): Promise<Call> {
  const ctx = await openCall(args);
  const actor: Actor = ctx.actor;
  if (!actor.user && !actor.keyName) throw new Unauthorized();
  return ctx;
}

class Unauthorized extends Error {}

async function write(procedure: Procedure<z.ZodType, unknown>, ctx: Call, input: unknown, request: Request) {
  const parsed = procedure.input.safeParse(input);
  if (!parsed.success) throw invalid(fieldErrors(parsed.error));
  const key = request.headers.get("Idempotency-Key");
  if (key && key.length > 100) throw invalid({}, "An Idempotency-Key has 100 characters at most.");
  return once(procedure, ctx, parsed.data, key, new URL(request.url).pathname);
}

async function readBody(request: Request): Promise<Record<string, unknown>> {
  const text = await request.text();
  if (text === "") return {};
  if (!/^application\/json\b/i.test(request.headers.get("Content-Type") ?? ""))
    throw new Refusal("invalid", "Send JSON, with Content-Type: application/json.");
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Refusal("invalid", "This is not JSON.");
  }
  if (!body || typeof body !== "object" || Array.isArray(body))
    throw new Refusal("invalid", "Send one JSON object.");
  return body as Record<string, unknown>;
}

/** A query's values are text; whole numbers are read as such, since that is what every call's parameters are. */
function readQuery(request: Request): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [name, value] of new URL(request.url).searchParams)
    found[name] = /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  return found;
}

function readParams(kinds: ParamKinds, params: Record<string, string | undefined>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => {
      const value = params[name] ?? "";
      if (kind === "text") return [name, value];
      if (!/^[1-9]\d{0,14}$/.test(value)) throw new Refusal("missing", "There is nothing at this address.");
      return [name, Number(value)];
    }),
  );
}

async function refusalJson(thrown: unknown, args: RouteArgs) {
  const error = unavailableOf(thrown);
  if (error instanceof Unauthorized) return json({ message: "Sign in, or send an API key." }, 401);
  if (!(error instanceof Refusal)) {
    const { log } = await app();
    log.error({ err: error, requestId: args.context.requestId }, "API call failed");
    return json({ message: SORRY }, 500);
  }
  const { fields, current, retryAfter } = error.facts;
  return json(
    { message: error.message, ...(fields ? { errors: fields } : {}), ...(current ? { current } : {}) },
    error.status,
    retryAfter ? { "Retry-After": String(retryAfter) } : {},
  );
}
