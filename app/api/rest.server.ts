import { createHash } from "node:crypto";
import { readQuota } from "~/lib/files/quota.server";
import { readDataUrl, readUpload } from "~/lib/files/upload.server";
import { toRecord } from "~/lib/object/records";
import { wakeRunner } from "~/lib/queue/waking.server";
import { findActorByKey, parseApiKey } from "~/web/api-key.server";
import { getApp } from "~/web/app.server";
import { createOpenCall, type RouteArgs } from "~/web/context.server";
import { env } from "~/web/env.server";
import { runOnce } from "~/web/form-action.server";
import { FILE_LIMITS, readJson } from "~/web/json.server";
import { countTries } from "~/web/rate-limit.server";
import { AppError, type FieldErrors, GENERIC_ERROR_MESSAGE, invalid } from "~/web/refusal";
import type { ApiCall, FileCall, JsonCall } from "~/web/rest-call";
import { mergeInput } from "~/web/rest-input";
import { type Call, requireAudience, runProcedure, toFieldErrors } from "~/web/run-procedure.server";
import { findInvalidTexts, INVALID_CHARACTERS_MESSAGE } from "~/web/storable-text";
import { toUnavailable } from "~/web/unavailable.server";
import { type CallsByMethod, getCallForMethod, type MatchedCall } from "./table";

type Find = (pathname: string) => MatchedCall<CallsByMethod<ApiCall>> | null;

const json = (body: unknown, status: number, headers: Record<string, string> = {}): Response =>
  Response.json(body, { status, headers: { "Cache-Control": "private, no-store", ...headers } });

/**
 * Serve procedures as a JSON API: `{ message, errors? }` for every status other than 2xx, 404 for an unknown address,
 * 405 for an unsupported method. Writes accept an Idempotency-Key. A list requested in full is streamed as it is read.
 */
export function createRestHandler(find: Find) {
  return async (args: RouteArgs): Promise<Response> => {
    const { request } = args;
    const matchedCall = find(new URL(request.url).pathname);
    if (!matchedCall)
      return Response.json(
        { message: "There's no such call. See /api/docs." },
        { status: 404, headers: { "Cache-Control": "no-store" } },
      );
    const called = getCallForMethod(matchedCall.at, request.method);
    if (!called)
      return json({ message: `${request.method} isn't supported here.` }, 405, {
        Allow: Object.keys(matchedCall.at).join(", "),
      });
    try {
      const ctx = await createApiContext(args);
      const ids = idsIn(matchedCall.params);
      return "file" in called ? await sendFile(called, args, ctx, ids) : await answer(called, args, ctx, ids);
    } catch (error) {
      return errorResponseJson(error, args);
    } finally {
      if (called.wakes) wakeRunner();
    }
  };
}

async function sendFile(
  called: FileCall,
  { request }: RouteArgs,
  ctx: Call,
  ids: Record<string, number>,
): Promise<Response> {
  const input = called.input?.(ids, new URL(request.url).searchParams) ?? ids;
  return called.file(request, await runProcedure(called.procedure, ctx, input));
}

async function answer(
  called: JsonCall,
  args: RouteArgs,
  ctx: Call,
  ids: Record<string, number>,
): Promise<Response> {
  const { request } = args;
  const reads = request.method === "GET" || request.method === "HEAD";
  const isJson = /^application\/json\b/i.test(request.headers.get("Content-Type") ?? "");
  const { input: body, dispose } =
    called.upload && !(called.dataUrl && isJson)
      ? await readForm(request, called.upload, ctx)
      : reads
        ? { input: {}, dispose: async () => {} }
        : await readBody(request, called.dataUrl, ctx);
  try {
    const method = reads ? "GET" : request.method;
    const input = mergeInput(method, called, { query: readQuery(request, called.texts), body, path: ids });
    const result = reads
      ? await runProcedure(called.procedure, ctx, input)
      : await write(called.procedure, ctx, input, request);
    if (reads && called.polled) return polledAnswer(request, result, called.polled);
    if (reads && called.tagged) return taggedAnswer(request, result);
    const stored = called.cache
      ? { "Cache-Control": `private, max-age=${called.cache}`, Vary: "Authorization, Cookie, X-Client-Key" }
      : undefined;
    return streamed(result, args) ?? json(result ?? {}, called.status ?? 200, stored);
  } finally {
    await dispose();
  }
}

/** Respond to a polled call: 304 if the client already has the current state. */
function polledAnswer(request: Request, result: unknown, { every, by }: NonNullable<JsonCall["polled"]>) {
  const fields = toRecord(result);
  const ETag = `W/"${by.map((name) => fields[name] ?? "").join("-")}"`;
  const headers = { ETag, "X-Poll-Interval": String(every), "Cache-Control": "private, no-store" };
  if (request.headers.get("If-None-Match") === ETag) return new Response(null, { status: 304, headers });
  return json(result, 200, headers);
}

/** Response tagged with its own hash: 304 if the client already has it. */
function taggedAnswer(request: Request, result: unknown) {
  const hash = createHash("sha256").update(JSON.stringify(result)).digest("base64url").slice(0, 22);
  const ETag = `W/"${hash}"`;
  const headers = { ETag, "Cache-Control": "private, no-cache", Vary: "Authorization, Cookie, X-Client-Key" };
  if (request.headers.get("If-None-Match") === ETag) return new Response(null, { status: 304, headers });
  return json(result, 200, headers);
}

class Unauthorized extends Error {
  constructor(override readonly message = "Sign in, or send an API key.") {
    super(message);
  }
}

/** Identify the caller by API key if one is sent, else by session. Otherwise refuse and count wrong keys. */
async function createApiContext(args: RouteArgs): Promise<Call> {
  const sent = parseApiKey(args.request.headers);
  if (sent === "none") {
    const ctx = await createOpenCall(args);
    if (!ctx.actor.user) throw new Unauthorized();
    return ctx;
  }
  const { db, now: clock } = await getApp();
  const [now, address] = [clock(), args.context.address];
  const actor = sent === "malformed" ? null : await findActorByKey(db, sent, now);
  if (actor) return { db, actor, now, address };
  await countTries(db, now, [{ limit: env().RATE_LIMIT_API_KEY, bucket: `key:${address}` }]);
  throw new Unauthorized("This API key isn't valid or was revoked.");
}

async function write(procedure: JsonCall["procedure"], ctx: Call, input: unknown, request: Request) {
  requireAudience(procedure, ctx.actor);
  const parsed = procedure.input.safeParse(input);
  if (!parsed.success) throw invalid(withVersionAsked(toFieldErrors(parsed.error), input));
  const key = request.headers.get("Idempotency-Key");
  if (key !== null && !/^[\x21-\x7e]{1,100}$/.test(key))
    throw invalid({}, "An Idempotency-Key has 1 to 100 visible ASCII characters.");
  return runOnce(procedure, ctx, parsed.data, key, new URL(request.url).pathname);
}

/** Parse the URL's query. Convert whole numbers, except in the parameters named in `texts`; all other values stay text. */
function readQuery(request: Request, texts: readonly string[] = []): Record<string, unknown> {
  // Use no prototype: inherited names like "toString" would count as repeated parameters.
  const match: Record<string, unknown> = Object.create(null);
  for (const [name, value] of new URL(request.url).searchParams) {
    if (name in match) throw invalid({ [name]: ["This appears twice in the address."] });
    match[name] = /^-?\d{1,15}$/.test(value) && !texts.includes(name) ? Number(value) : value;
  }
  return match;
}

const VERSION_NEEDED =
  "Send the version that you read plus one, in the body or, with DELETE, in the address: ?version=2.";

/** Explain the version field in the error if the call was sent without a version. */
const withVersionAsked = (fields: FieldErrors, input: unknown): FieldErrors =>
  "version" in fields && toRecord(input).version === undefined
    ? { ...fields, version: [VERSION_NEEDED] }
    : fields;

/** Convert form text to a whole number or a boolean. Leave any other text for the schema to reject. */
function typedValue(text: unknown): unknown {
  if (typeof text !== "string") return text;
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  return text === "true" || text === "on" ? true : text === "false" ? false : text;
}

async function readForm(
  request: Request,
  { field, megabytes, typed = [] }: NonNullable<JsonCall["upload"]>,
  ctx: Call,
) {
  if (!/^multipart\/form-data;\s*boundary=/i.test(request.headers.get("Content-Type") ?? ""))
    throw new AppError("invalid", `Send a form, multipart/form-data, with the file in ${field}.`);
  const room = await readQuota({ ...ctx, read: ctx.db.read });
  const { form, problem, full, dispose } = await readUpload(request, field, megabytes, { room });
  const input: Record<string, unknown> = Object.fromEntries(form);
  for (const name of typed) if (name in input) input[name] = typedValue(input[name]);
  const bad = findInvalidTexts(input);
  if (problem || bad.length) {
    await dispose();
    if (full && problem) throw new AppError("noRoom", problem);
    throw invalid(
      problem
        ? { [field]: [problem] }
        : Object.fromEntries(bad.map((name) => [name, [INVALID_CHARACTERS_MESSAGE]])),
    );
  }
  return { input, dispose };
}

/** Read a JSON body. A file in the body is received as an upload and replaced by its storage key. */
async function readBody(request: Request, dataUrl: JsonCall["dataUrl"], ctx: Call) {
  const input = await readJson(request, dataUrl && FILE_LIMITS);
  const part =
    dataUrl && (dataUrl.part ? (input[dataUrl.part] as Record<string, unknown> | null | undefined) : input);
  const sent = part && typeof part === "object" ? (part[dataUrl.field] ?? null) : null;
  if (!dataUrl || !part || sent === null) return { input, dispose: async () => {} };
  const formId = (request.headers.get("Idempotency-Key") ?? "").slice(0, 100);
  const { key, problem, dispose } = await readDataUrl(
    sent,
    { ...dataUrl, formId },
    await readQuota({ ...ctx, read: ctx.db.read }),
  );
  if (problem !== null)
    throw invalid({ [[dataUrl.part, dataUrl.field].filter(Boolean).join(".")]: [problem] });
  part[dataUrl.field] = key;
  return { input, dispose };
}

/** Return the ids in the path. No row has id 0, and each procedure decides what 0 means. */
const idsIn = (params: Record<string, string>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (!/^(0|[1-9]\d{0,14})$/.test(value))
        throw new AppError("missing", "There's nothing at this address.");
      return [name, Number(value)];
    }),
  );

/** Stream a response whose list hasn't been read yet, followed by the response's other fields. */
function streamed(result: unknown, args: RouteArgs): Response | null {
  const [name, rows] =
    Object.entries(result ?? {}).find(([, value]) => value && Symbol.asyncIterator in Object(value)) ?? [];
  if (!name) return null;
  const { [name]: _rows, ...others } = toRecord(result);
  const text = async function* () {
    yield `{${JSON.stringify(name)}:[`;
    let first = true;
    for await (const row of rows as AsyncIterable<unknown>) {
      yield `${first ? "" : ","}${JSON.stringify(row)}`;
      first = false;
    }
    yield `],${JSON.stringify(others).slice(1)}`;
  };
  const pieces = text();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(Buffer.from(value));
      } catch (error) {
        // Abort the stream, because headers are already sent and only an aborted body shows the failure.
        await noteFailure(error, args);
        controller.error(error);
      }
    },
    async cancel() {
      await pieces.return();
    },
  });
  return new Response(body, {
    headers: { "Content-Type": "application/json", "Cache-Control": "private, no-store" },
  });
}

async function noteFailure(error: unknown, args: RouteArgs) {
  const { log } = await getApp();
  log.error({ err: error, requestId: args.context.requestId }, "API call failed");
}

/** Return the error message, reworded if API clients need a different text than users of forms. */
const wordsFor = (error: AppError): string =>
  error.kind === "alreadySent"
    ? "This Idempotency-Key was already used with a different body, which was carried out."
    : error.message;

/** Return an expected error in the API's format. Log any other error and respond with a plain 500. */
async function errorResponseJson(thrown: unknown, args: RouteArgs): Promise<Response> {
  const error = toUnavailable(thrown);
  if (error instanceof Unauthorized)
    return json({ message: error.message }, 401, { "WWW-Authenticate": 'Bearer realm="timbertally"' });
  if (!(error instanceof AppError)) {
    await noteFailure(error, args);
    return json({ message: GENERIC_ERROR_MESSAGE }, 500);
  }
  const { fields, current, retryAfter } = error.facts;
  return json(
    { message: wordsFor(error), ...(fields ? { errors: fields } : {}), ...(current ? { current } : {}) },
    error.status,
    retryAfter ? { "Retry-After": String(retryAfter) } : {},
  );
}
