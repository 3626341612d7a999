import { Column, getTableName, is, SQL } from "drizzle-orm";

/** One selected value: where it goes in the row's object, and what it is. */
export type SelectedField = { path: readonly string[]; field: unknown };
/** Whether a joined table always has a row, by its name. */
export type Joins = Record<string, boolean>;
export type MapRow<T> = (values: readonly unknown[]) => T;

type Decode = (value: unknown) => unknown;
type Value = { key: string; at: number; decode: Decode | null };
type Place =
  | Value
  | { key: string; values: Value[]; isMissing: ((values: readonly unknown[]) => boolean) | null };

/**
 * How a query's rows become objects, worked out once for the query. Drizzle works it out again for each value of each row,
 * which takes longer than SQLite takes to find them; what comes out is the same (`row-mapping.server.test.ts`).
 */
export function mapperOf<T>(fields: readonly SelectedField[], joins: Joins | undefined): MapRow<T>;
export function mapperOf(
  fields: readonly SelectedField[],
  joins: Joins | undefined,
): MapRow<Record<string, unknown>> {
  const places: Place[] = [];
  for (const [at, { path, field }] of fields.entries()) {
    const [key, inner, ...deeper] = path;
    if (key === undefined || deeper.length > 0)
      throw new TypeError("A row has values and objects of values.");
    const decode = decoderOf(field);
    if (inner === undefined) {
      places.push({ key, at, decode });
      continue;
    }
    const known = places.find((place) => place.key === key);
    if (known && "values" in known) known.values.push({ key: inner, at, decode });
    else places.push({ key, values: [{ key: inner, at, decode }], isMissing: missingOf(fields, key, joins) });
  }
  return (values) => {
    const row: Record<string, unknown> = {};
    for (const place of places)
      row[place.key] = "at" in place ? decoded(place, values) : objectOf(place, values);
    return row;
  };
}

function decoded({ at, decode }: Value, values: readonly unknown[]): unknown {
  const value = values[at];
  return decode === null || value === null ? value : decode(value);
}

function objectOf(place: Exclude<Place, Value>, values: readonly unknown[]): Record<string, unknown> | null {
  if (place.isMissing?.(values)) return null;
  const object: Record<string, unknown> = {};
  for (const value of place.values) object[value.key] = decoded(value, values);
  return object;
}

/** An object is null where all its columns are one table's that a join did not find, which its first column tells. */
function missingOf(fields: readonly SelectedField[], key: string, joins: Joins | undefined) {
  if (!joins) return null;
  const columns = fields.flatMap(({ path, field }, at) =>
    path[0] === key && path.length === 2 && is(field, Column)
      ? [{ at, table: getTableName(field.table) }]
      : [],
  );
  const [first] = columns;
  if (!first || joins[first.table] || columns.some(({ table }) => table !== first.table)) return null;
  return (values: readonly unknown[]) => values[first.at] === null;
}

/** What turns a driver's value into the field's; null where it is the same. */
function decoderOf(field: unknown): Decode | null {
  const decoder = is(field, SQL.Aliased) ? field.sql : field;
  if (is(decoder, Column)) {
    const plain = decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue;
    return plain ? null : (value) => decoder.mapFromDriverValue(value);
  }
  if (!is(decoder, SQL) || !("decoder" in decoder) || !isDecoder(decoder.decoder))
    throw new TypeError("A query selects columns and SQL.");
  const own = decoder.decoder;
  return (value) => own.mapFromDriverValue(value);
}

type Decoder = { mapFromDriverValue: Decode };
const isDecoder = (decoder: unknown): decoder is Decoder =>
  typeof decoder === "object" && decoder !== null && "mapFromDriverValue" in decoder;
