import { env } from "~/web/env.server";
import { version } from "../../package.json";
import { openApiDocument } from "./openapi.server";

let made: ReturnType<typeof openApiDocument> | undefined;

/** The document of this release at this site; made once. */
export function apiDocument() {
  made ??= openApiDocument(env().PUBLIC_URL, version);
  return made;
}

type Json = Record<string, unknown>;
type Operation = {
  operationId: string;
  summary: string;
  parameters: { name?: string; in?: string; required?: boolean; schema?: Json }[];
  requestBody?: { content: Record<string, { schema: { properties: Json; required?: string[] } }> };
};

export type Field = { name: string; place: "path" | "query" | "body"; type: string; required: boolean };

/** The same for people: every call with its fields in words. */
export function callsForPeople() {
  const paths = apiDocument().paths as Record<string, Record<string, Operation>>;
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { operationId, summary, parameters, requestBody }]) => {
      const [format, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
      const fields: Field[] = parameters.flatMap((p) =>
        p.name && (p.in === "path" || p.in === "query")
          ? [{ name: p.name, place: p.in, type: typeWords(p.schema ?? {}), required: Boolean(p.required) }]
          : [],
      );
      for (const [name, schema] of Object.entries(body?.schema.properties ?? {}))
        fields.push({
          name,
          place: "body",
          type: typeWords(schema as Json),
          required: Boolean(body?.schema.required?.includes(name)),
        });
      return {
        id: operationId,
        method: method.toUpperCase(),
        path,
        summary,
        form: format === "multipart/form-data",
        fields,
      };
    }),
  );
}

/** A JSON Schema in a few words: "whole number, 1 to 3, or null". */
export function typeWords(schema: Json): string {
  const types = Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : undefined;
  const parts = types ?? ((schema.anyOf ?? schema.oneOf) as Json[] | undefined);
  if (parts) return [...new Set(parts.map(typeWords))].join(" or ");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.join(", ");
  if (schema.type === "array") return `list of ${typeWords((schema.items ?? {}) as Json)}`;
  if (schema.contentMediaType) return "file";
  const name =
    { integer: "whole number", number: "number", string: "text", boolean: "true or false", null: "null" }[
      String(schema.type)
    ] ?? "anything";
  return [name, bounds(schema)].filter(Boolean).join(", ");
}

function bounds({ minimum, maximum, maxLength }: Json): string {
  // zod writes the largest exact number where nobody has set a bound.
  const most = typeof maximum === "number" && maximum < Number.MAX_SAFE_INTEGER ? maximum : null;
  const least = typeof minimum === "number" && minimum > Number.MIN_SAFE_INTEGER ? minimum : null;
  if (typeof maxLength === "number") return `up to ${maxLength} characters`;
  if (least !== null && most !== null) return `${least} to ${most}`;
  return least !== null ? `from ${least}` : "";
}
