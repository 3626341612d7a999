import { createHash } from "node:crypto";
import { roomFor } from "~/core/files/quota.server";
import { readDataUrl, readUpload } from "~/core/files/upload.server";
import { wakeWork } from "~/core/work/waking.server";
import { ownFields } from "~/domain/records/records";
import { actorOfKey, keyOf } from "~/web/api-key.server";
import { app } from "~/web/app.server";
import { openCall, type RouteArgs } from "~/web/context.server";
import { env } from "~/web/env.server";
import { readJson, WITH_FILE } from "~/web/json.server";
import { type Call, fieldErrors, mustExistFor, perform } from "~/web/perform.server";
import { countTries } from "~/web/rate-limit.server";
import { type FieldErrors, invalid, Refusal, SORRY } from "~/web/refusal";
import { runOnce } from "~/web/respond.server";
import type { ApiCall, DataCall, FileCall } from "~/web/rest-call";
import { inputOf } from "~/web/rest-input";
import { unavailableOf } from "~/web/unavailable.server";
import { UNKEEPABLE_TEXT, unkeepableIn } from "~/web/well-formed";
import { type CallsAt, doneBy, type Found } from "./table";

type Find = (pathname: string) => Found<CallsAt<ApiCall>> | null;

const json = (body: unknown, status: number, headers: Record<string, string> = {}): Response =>
  Response.json(body, { status, headers: { "Cache-Control": "private, no-store", ...headers } });

/**
 * Serves procedures to programs: JSON in, JSON out, `{ message, errors? }` on everything that is not 2xx. An address
 * that no call has is 404, a method that is not named there 405. Writes take an Idempotency-Key. A list that is asked
 * for whole is sent as it is read.
 */
export function restHandler(find: Find) {
  return async (args: RouteArgs): Promise<Response> => {
    const { request } = args;
    const found = find(new URL(request.url).pathname);
    if (!found)
      return Response.json(
        { message: "There's no such call. See /api/docs." },
        { status: 404, headers: { "Cache-Control": "no-store" } },
      );
    const called = doneBy(found.at, request.method);
    if (!called)
      return json({ message: `${request.method} isn't supported here.` }, 405, {
        Allow: Object.keys(found.at).join(", "),
      });
    try {
      const ctx = await apiContext(args);
      const ids = idsIn(found.params);
      return "file" in called ? await sendFile(called, args, ctx, ids) : await answer(called, args, ctx, ids);
    } catch (error) {
      return refusalJson(error, args);
    } finally {
      if (called.wakes) wakeWork();
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
  return called.file(request, await perform(called.procedure, ctx, input));
}

async function answer(
  called: DataCall,
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
    const input = inputOf(method, called, { query: readQuery(request, called.texts), body, path: ids });
    const result = reads
      ? await perform(called.procedure, ctx, input)
      : await write(called.procedure, ctx, input, request);
    if (reads && called.polled) return polledAnswer(request, result, called.polled);
    if (reads && called.tagged) return taggedAnswer(request, result);
    const kept = called.cache
      ? { "Cache-Control": `private, max-age=${called.cache}`, Vary: "Authorization, Cookie, X-Client-Key" }
      : undefined;
    return streamed(result, args) ?? json(result ?? {}, called.status ?? 200, kept);
  } finally {
    await dispose();
  }
}

/** An answer that is asked for again and again: 304 where it is the one that the client has. */
function polledAnswer(request: Request, result: unknown, { every, by }: NonNullable<DataCall["polled"]>) {
  const fields = ownFields(result);
  const ETag = `W/"${by.map((name) => fields[name] ?? "").join("-")}"`;
  const headers = { ETag, "X-Poll-Interval": String(every), "Cache-Control": "private, no-store" };
  if (request.headers.get("If-None-Match") === ETag) return new Response(null, { status: 304, headers });
  return json(result, 200, headers);
}

/** An answer under a hash of itself: 304 where the client has it. */
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

/** Who calls: by an API key where one is sent, else by the session. Else refused, wrong keys counted. */
async function apiContext(args: RouteArgs): Promise<Call> {
  const sent = keyOf(args.request.headers);
  if (sent === "none") {
    const ctx = await openCall(args);
    if (!ctx.actor.user) throw new Unauthorized();
    return ctx;
  }
  const { db, now: clock } = await app();
  const [now, address] = [clock(), args.context.address];
  const actor = sent === "malformed" ? null : await actorOfKey(db, sent, now);
  if (actor) return { db, actor, now, address };
  await countTries(db, now, [{ limit: env().RATE_LIMIT_API_KEY, bucket: `key:${address}` }]);
  throw new Unauthorized("This API key isn't valid or was revoked.");
}

async function write(procedure: DataCall["procedure"], ctx: Call, input: unknown, request: Request) {
  mustExistFor(procedure, ctx.actor);
  const parsed = procedure.input.safeParse(input);
  if (!parsed.success) throw invalid(withVersionAsked(fieldErrors(parsed.error), input));
  const key = request.headers.get("Idempotency-Key");
  if (key !== null && !/^[\x21-\x7e]{1,100}$/.test(key))
    throw invalid({}, "An Idempotency-Key has 1 to 100 visible ASCII characters.");
  return runOnce(procedure, ctx, parsed.data, key, new URL(request.url).pathname);
}

/** A query's values are text; whole numbers are read as such, since that is what most parameters are, but for `texts`. */
function readQuery(request: Request, texts: readonly string[] = []): Record<string, unknown> {
  // A name like "toString" is in every object that isn't made without a prototype.
  const found: Record<string, unknown> = Object.create(null);
  for (const [name, value] of new URL(request.url).searchParams) {
    if (name in found) throw invalid({ [name]: ["This appears twice in the address."] });
    found[name] = /^-?\d{1,15}$/.test(value) && !texts.includes(name) ? Number(value) : value;
  }
  return found;
}

const VERSION_NEEDED =
  "Send the version that you read plus one, in the body or, with DELETE, in the address: ?version=2.";

/** Says what a version is where a call was sent without one. */
const withVersionAsked = (fields: FieldErrors, input: unknown): FieldErrors =>
  "version" in fields && ownFields(input).version === undefined
    ? { ...fields, version: [VERSION_NEEDED] }
    : fields;

/** What a form can only say as text: a whole number, or yes and no. What is neither is left for the schema to refuse. */
function typedValue(text: unknown): unknown {
  if (typeof text !== "string") return text;
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  return text === "true" || text === "on" ? true : text === "false" ? false : text;
}

async function readForm(
  request: Request,
  { field, megabytes, typed = [] }: NonNullable<DataCall["upload"]>,
  ctx: Call,
) {
  if (!/^multipart\/form-data;\s*boundary=/i.test(request.headers.get("Content-Type") ?? ""))
    throw new Refusal("invalid", `Send a form, multipart/form-data, with the file in ${field}.`);
  const room = await roomFor({ ...ctx, read: ctx.db.read });
  const { form, problem, full, dispose } = await readUpload(request, field, megabytes, { room });
  const input: Record<string, unknown> = Object.fromEntries(form);
  for (const name of typed) if (name in input) input[name] = typedValue(input[name]);
  const bad = unkeepableIn(input);
  if (problem || bad.length) {
    await dispose();
    if (full && problem) throw new Refusal("noRoom", problem);
    throw invalid(
      problem ? { [field]: [problem] } : Object.fromEntries(bad.map((name) => [name, [UNKEEPABLE_TEXT]])),
    );
  }
  return { input, dispose };
}

/** Read a JSON body. A file in it is received as an upload and replaced by its key. */
async function readBody(request: Request, dataUrl: DataCall["dataUrl"], ctx: Call) {
  const input = await readJson(request, dataUrl && WITH_FILE);
  const part =
    dataUrl && (dataUrl.part ? (input[dataUrl.part] as Record<string, unknown> | null | undefined) : input);
  const sent = part && typeof part === "object" ? (part[dataUrl.field] ?? null) : null;
  if (!dataUrl || !part || sent === null) return { input, dispose: async () => {} };
  const formId = (request.headers.get("Idempotency-Key") ?? "").slice(0, 100);
  const { key, problem, dispose } = await readDataUrl(
    sent,
    { ...dataUrl, formId },
    await roomFor({ ...ctx, read: ctx.db.read }),
  );
  if (problem !== null)
    throw invalid({ [[dataUrl.part, dataUrl.field].filter(Boolean).join(".")]: [problem] });
  part[dataUrl.field] = key;
  return { input, dispose };
}

/** The ids that the path gives. 0 is nobody's: each procedure says what it means to it. */
const idsIn = (params: Record<string, string>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (!/^(0|[1-9]\d{0,14})$/.test(value))
        throw new Refusal("missing", "There's nothing at this address.");
      return [name, Number(value)];
    }),
  );

/** An answer with a list still to be read, as a stream; the rest of the answer goes around the list. */
function streamed(result: unknown, args: RouteArgs): Response | null {
  const [name, rows] =
    Object.entries(result ?? {}).find(([, value]) => value && Symbol.asyncIterator in Object(value)) ?? [];
  if (!name) return null;
  const { [name]: _rows, ...others } = ownFields(result);
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
        // The head is sent; a body that breaks off says that it is not whole.
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
  const { log } = await app();
  log.error({ err: error, requestId: args.context.requestId }, "API call failed");
}

/** The words of a refusal, where a form's are not a program's. */
const wordsFor = (error: Refusal): string =>
  error.kind === "alreadySent"
    ? "This Idempotency-Key was already used with a different body, which was carried out."
    : error.message;

/** Any refusal in the API's form. Anything else is logged and answered with a plain 500. */
async function refusalJson(thrown: unknown, args: RouteArgs): Promise<Response> {
  const error = unavailableOf(thrown);
  if (error instanceof Unauthorized)
    return json({ message: error.message }, 401, { "WWW-Authenticate": 'Bearer realm="timbertally"' });
  if (!(error instanceof Refusal)) {
    await noteFailure(error, args);
    return json({ message: SORRY }, 500);
  }
  const { fields, current, retryAfter } = error.facts;
  return json(
    { message: wordsFor(error), ...(fields ? { errors: fields } : {}), ...(current ? { current } : {}) },
    error.status,
    retryAfter ? { "Retry-After": String(retryAfter) } : {},
  );
}
