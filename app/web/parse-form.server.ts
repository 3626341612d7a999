import type { Submission } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import type { z } from "zod";
import { toRecord } from "~/lib/object/records";
import type { Procedure } from "./procedure";
import { listSchemaNames } from "./schema-names";

const UNKNOWN = "This form has fields we don't know. Reload the page.";

/**
 * Parse a form or a query with a schema. A field that the schema doesn't have is refused, and its name is not repeated
 * in the response.
 */
export function parseForm<I extends z.ZodType>(
  form: FormData | URLSearchParams,
  schema: I,
): Submission<z.output<I>, string[]> {
  const parsed = read(form, schema);
  const names = listSchemaNames(schema);
  const isKnown = (name: string) => names === null || names.has(name.split(/[.[]/, 1)[0] ?? "");
  for (const name of Object.keys(parsed.payload)) if (!isKnown(name)) delete parsed.payload[name];
  const reply: typeof parsed.reply = (options) => {
    const submissionResult = parsed.reply(options);
    return { ...submissionResult, fields: submissionResult.fields?.filter(isKnown) };
  };
  return { ...parsed, reply } as typeof parsed;
}

function read<I extends z.ZodType>(form: FormData | URLSearchParams, schema: I) {
  const error: z.core.$ZodErrorMap = (issue) => (issue.code === "unrecognized_keys" ? UNKNOWN : undefined);
  if (!form.has("__intent__")) return parseWithZod(form, { schema, error });
  try {
    return parseWithZod(form, { schema, error });
  } catch {
    // The button to add or remove a row names a list that the form doesn't have.
    throw data({ message: "We couldn't read this form. Reload the page and try again." }, { status: 422 });
  }
}

/** Return the form's unparsed texts for the fields of the schema, so that a page can show them again. */
export function pickTypedFields(form: FormData, schema: z.ZodType, hidden: readonly string[] = []) {
  const names = listSchemaNames(schema);
  return Object.fromEntries(
    [...form].filter(
      ([name, value]) => typeof value === "string" && names?.has(name) && !hidden.includes(name),
    ) as [string, string][],
  );
}

/** Return a form's input with null for each field that was sent empty and may be cleared. */
export function withNulls<I extends z.ZodType>(
  procedure: Procedure<I>,
  form: FormData,
  value: z.output<I>,
): z.output<I> {
  let input = value;
  for (const [name, sent] of form) {
    const fields = toRecord(input);
    if (sent !== "" || fields[name] !== undefined) continue;
    const cleared = procedure.input.safeParse({ ...fields, [name]: null });
    if (cleared.success) input = cleared.data;
  }
  return input;
}
