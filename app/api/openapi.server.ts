import { z } from "zod";
import { refusedOutput } from "~/web/output";
import { type JsonCall, listPathNames, type RegisteredCall } from "~/web/rest-call";
import { listQueryNames } from "~/web/rest-input";
import { API_CALLS } from "./calls.server";

type Json = Record<string, unknown>;
type Schema = Json & { properties?: Record<string, Json>; required?: string[] };

const TITLE = "Timbertally";

/** Convert a zod schema to JSON Schema; named schemas go into the components. */
function schemaOf(type: z.ZodType, io: "input" | "output", components: Record<string, Json>): Schema {
  const { $schema: _dialect, $defs, ...schema } = z.toJSONSchema(type, { io }) as Schema & { $defs?: Json };
  for (const [name, definition] of Object.entries($defs ?? {}))
    components[name] = relinked(definition) as Json;
  return relinked(schema) as Schema;
}

/** Rewrite references so that they resolve in an OpenAPI document. */
function relinked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relinked);
  if (!value || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== "id" || typeof (value as Json).id !== "string")
      .map(([key, inner]) =>
        key === "$ref"
          ? [key, String(inner).replace("#/$defs/", "#/components/schemas/")]
          : [key, relinked(inner)],
      ),
  );
}

const answered = (description: string, schema: Json) => ({
  description,
  content: { "application/json": { schema } },
});
const refused = (name: string) => ({ $ref: `#/components/responses/${name}` });
const THERE = { 403: refused("NotPermitted"), 404: refused("NotThere") };
const ANY = { 429: refused("TooMany"), 503: refused("Unavailable") };
const BYTES = { type: "string", contentMediaType: "application/octet-stream" };
const FILE = { "application/octet-stream": { schema: BYTES } };
const idInPath = (name: string): Json => ({
  name,
  in: "path",
  required: true,
  schema: { type: "integer", minimum: 1 },
});

function operation(
  path: string,
  method: string,
  call: RegisteredCall,
  components: Record<string, Json>,
): Json {
  const inPath = listPathNames(path);
  const about = { operationId: call.procedure.name, summary: call.summary, tags: [call.about] };
  if ("file" in call) {
    const responses = { 200: { description: "The file.", content: FILE }, 401: refused("Unknown"), ...THERE };
    return { ...about, parameters: inPath.map(idInPath), responses: { ...responses, ...ANY } };
  }
  const { properties = {}, required = [], ...input } = schemaOf(call.procedure.input, "input", components);
  const rest = Object.fromEntries(Object.entries(properties).filter(([name]) => !inPath.includes(name)));
  const needed = required.filter((name) => !inPath.includes(name));
  const parameters: Json[] = inPath.map(idInPath);
  const description = { description: described(rest, call) };
  const writes = method !== "GET";
  if (!writes)
    for (const [name, schema] of Object.entries(rest))
      parameters.push({ name, in: "query", required: needed.includes(name), schema });
  else {
    for (const name of listQueryNames(method, call).filter((name) => name in rest))
      parameters.push({ name, in: "query", required: false, schema: rest[name] ?? {} });
    parameters.push({ $ref: "#/components/parameters/IdempotencyKey" });
  }
  const flat = { ...input, properties: rest, ...(needed.length ? { required: needed } : {}) };
  const body = call.dto ? orInDto(flat, needed) : flat;
  return {
    ...about,
    ...(description.description ? description : {}),
    parameters,
    ...(writes ? { requestBody: bodyOf(call, body) } : {}),
    responses: {
      ...(call.polled
        ? {
            304: {
              description: `Nothing has changed since the answer whose ETag is in If-None-Match. Ask again after X-Poll-Interval seconds (${call.polled.every}).`,
            },
          }
        : {}),
      ...(call.tagged
        ? { 304: { description: "The answer whose ETag is in If-None-Match is still current." } }
        : {}),
      [call.status ?? 200]: answered("Done.", schemaOf(call.procedure.output, "output", components)),
      401: refused("Unknown"),
      ...(inPath.length || writes ? THERE : {}),
      ...(writes ? { 409: refused("Overtaken"), 413: refused("TooLarge") } : {}),
      422: refused("NotUnderstood"),
      ...ANY,
    },
  };
}

/** Body whose fields are either at the top level or all in `dto`. */
const orInDto = ({ properties = {}, required: _needed, ...body }: Schema, needed: string[]): Schema => ({
  ...body,
  properties: {
    ...properties,
    dto: {
      type: "object",
      description: "All other fields can go in here instead of at the top level.",
      properties,
      additionalProperties: false,
      ...(needed.length ? { required: needed } : {}),
    },
  },
  ...(needed.length ? { anyOf: [{ required: needed }, { required: ["dto"] }] } : {}),
});

const described = (properties: Record<string, Json>, { dropsEmpty }: JsonCall) =>
  [
    "version" in properties ? "An edit sends the version it read plus one." : "",
    ...Object.keys(properties)
      .filter((name) => name.endsWith("_anyway"))
      .map(
        (name) =>
          `A question about unlikely values is a 422 with the question in errors.${name}. Send ${name}: true to go on.`,
      ),
    dropsEmpty ? 'A part of the filter that is null, 0, "" or an empty list asks for nothing.' : "",
  ]
    .filter(Boolean)
    .join(" ");

function bodyOf({ upload, dataUrl }: JsonCall, schema: Json): Json {
  if (!upload) return { required: true, content: { "application/json": { schema } } };
  const asJson = dataUrl && {
    ...(schema.properties as Json),
    [dataUrl.field]: {
      type: "string",
      description: `The file as a data URL (${dataUrl.types.join(", ")}), up to ${dataUrl.megabytes} MB.`,
    },
  };
  const properties = {
    ...(schema.properties as Json),
    [upload.field]: BYTES,
  };
  return {
    required: true,
    content: {
      "multipart/form-data": { schema: { ...schema, properties } },
      ...(asJson ? { "application/json": { schema: { ...schema, properties: asJson } } } : {}),
    },
  };
}

const REFUSALS: Record<string, string> = {
  Unknown: "No one is signed in, or the key isn't known.",
  NotPermitted: "It exists, but your company or crew may not do this.",
  NotThere: "It doesn't exist, or you don't have access to it.",
  Overtaken: "Someone else saved first, or the Idempotency-Key was used for something else.",
  TooLarge: "The body is larger than this call takes.",
  NotUnderstood: "Something in it isn't right or can't be done now.",
  TooMany: "Too many tries. Retry-After says when to try again.",
  Unavailable: "Not available right now. Send the same call again.",
};

/** Build the API's OpenAPI 3.1 document from the same table and schemas that serve it. */
export function buildOpenApiDocument(site: string, version: string): Json {
  const components: Record<string, Json> = { Message: schemaOf(refusedOutput, "output", {}) };
  const paths = Object.fromEntries(
    Object.entries(API_CALLS).map(([path, calls]) => [
      path,
      Object.fromEntries(
        Object.entries(calls).map(([method, call]) => [
          method.toLowerCase(),
          operation(path, method, call, components),
        ]),
      ),
    ]),
  );
  return {
    openapi: "3.1.0",
    info: {
      title: TITLE,
      version,
      description:
        "Trip tickets and everything around them. A key acts as its company. Volumes are in the unit next to them, times are UTC.",
    },
    servers: [{ url: site }],
    security: [{ bearer: [] }, { clientKey: [], clientSecret: [] }, { session: [] }],
    paths,
    components: {
      schemas: components,
      parameters: {
        IdempotencyKey: {
          name: "Idempotency-Key",
          in: "header",
          required: false,
          description: "The same call with the same key runs once and gets the same answer each time.",
          schema: { type: "string", minLength: 1, maxLength: 100 },
        },
      },
      responses: Object.fromEntries(
        Object.entries(REFUSALS).map(([name, description]) => [
          name,
          answered(description, { $ref: "#/components/schemas/Message" }),
        ]),
      ),
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "The client key, a period, the secret." },
        clientKey: { type: "apiKey", in: "header", name: "X-Client-Key" },
        clientSecret: { type: "apiKey", in: "header", name: "X-Client-Secret" },
        session: { type: "apiKey", in: "cookie", name: "tt_session" },
      },
    },
  };
}
