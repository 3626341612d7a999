/** The part of JSON Schema that the API's description uses. */
export type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  minimum?: number;
  items?: Schema;
};
/** A text longer than any API field accepts. */
const LONG = "x".repeat(20_000);

const optionsOf = (schema: Schema): Schema[] =>
  (schema.anyOf ?? schema.oneOf)?.flatMap(optionsOf) ?? [schema];

/** List values that a schema must refuse. */
export function listInvalidValues(schema: Schema): unknown[] {
  const options = optionsOf(schema);
  const types = options.flatMap((o) => o.type ?? (o.enum ? "string" : "number"));
  const takes = (type: string) => types.includes(type);
  const number = takes("integer") || takes("number");
  const values: unknown[] = [{ $ne: null }, [[]], [{ id: 1 }]];
  // If an object has no required fields, an empty object is valid and matches everything, so it isn't listed.
  if (!options.some((o) => o.type === "object" && !o.required?.length)) values.push({});
  if (!takes("boolean")) values.push(true);
  if (!takes("null")) values.push(null);
  if (!takes("array")) values.push([], [1]);
  else
    values.push(
      "1",
      [null],
      ["x"],
      Array.from({ length: 5_000 }, () => 1),
    );
  if (!takes("string")) values.push("zzz", "1; DROP TABLE trip_ticket", "", "NaN");
  else values.push(LONG, "a\u0000b", "\ud800");
  if (number) values.push(-1e300, 1e300, Number.MAX_SAFE_INTEGER + 2);
  if (takes("integer")) values.push(1.5);
  if (options.some((o) => o.enum)) values.push("zzz");
  return values;
}
