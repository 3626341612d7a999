import { lazy } from "~/lib/process-state";
import { env } from "~/web/env.server";
import { API_SECTIONS } from "~/web/rest-call";
import { version } from "../../package.json";
import { buildOpenApiDocument } from "./openapi.server";

/** OpenAPI document of this release at this site; built once. */
export const getOpenApiDocument = lazy(() => buildOpenApiDocument(env().PUBLIC_URL, version));

type Json = Record<string, unknown>;
type Object = { properties?: Record<string, Json>; required?: string[]; $ref?: string };
type Content = { content: Record<string, { schema: Object }> };
type Operation = {
  operationId: string;
  summary: string;
  tags: [string];
  parameters: { name?: string; in?: string; required?: boolean; schema?: Json }[];
  requestBody?: Content;
  responses: Record<string, Content>;
};

export type DocumentedField = { name: string; type: string; required: boolean };

/** List every API call by topic for human readers, with its fields in words and its response. */
export function listDocumentedCalls() {
  const { paths, components } = getOpenApiDocument() as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Object> };
  };
  const whole = (schema: Object) => components.schemas[schema.$ref?.split("/").at(-1) ?? ""] ?? schema;
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const [format, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
      const [status = "", answered] = Object.entries(operation.responses)[0] ?? [];
      const answer = answered?.content["application/json"]?.schema;
      return {
        id: operation.operationId,
        about: operation.tags[0],
        method: method.toUpperCase(),
        path,
        summary: operation.summary,
        form: format === "multipart/form-data",
        query: operation.parameters.flatMap(
          ({ name, in: place, schema = {}, required = false }): DocumentedField[] =>
            name && place === "query" ? [{ name, type: formatSchemaType(schema), required }] : [],
        ),
        body: Object.entries(body?.schema.properties ?? {}).map(
          ([name, schema]): DocumentedField => ({
            name,
            type: formatSchemaType(schema),
            required: Boolean(body?.schema.required?.includes(name)),
          }),
        ),
        // A file response has no fields, so `fields` is null.
        answer: { status, fields: answer ? Object.keys(whole(answer).properties ?? {}) : null },
      };
    }),
  );
  return API_SECTIONS.map((about) => ({
    about,
    calls: calls
      .filter((call) => call.about === about)
      .sort((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path))),
  }));
}

/** Describe a JSON Schema in a few words: "whole number, 1 to 3, or null". */
export function formatSchemaType(schema: Json): string {
  const types = Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : undefined;
  const parts = types ?? ((schema.anyOf ?? schema.oneOf) as Json[] | undefined);
  if (parts) return [...new Set(parts.map(formatSchemaType))].join(" or ");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.join(", ");
  if (schema.type === "array")
    return `list of ${formatSchemaType((schema.items ?? {}) as Json).replace(/^(whole number|number)/, "$1s")}`;
  if (schema.contentMediaType) return "file";
  const name =
    { integer: "whole number", number: "number", string: "text", boolean: "true or false", null: "null" }[
      String(schema.type)
    ] ?? "anything";
  return [name, bounds(schema)].filter(Boolean).join(", ");
}

function bounds({ minimum, maximum, maxLength }: Json): string {
  // zod writes the largest safe integer when no bound is set.
  const most = typeof maximum === "number" && maximum < Number.MAX_SAFE_INTEGER ? maximum : null;
  const least = typeof minimum === "number" && minimum > Number.MIN_SAFE_INTEGER ? minimum : null;
  if (typeof maxLength === "number") return `up to ${maxLength} characters`;
  if (least !== null && most !== null) return `${least} to ${most}`;
  return least !== null ? `from ${least}` : "";
}
