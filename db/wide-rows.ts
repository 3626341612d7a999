import { Column, getTableName, is, SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Read } from "./client.server";
import type { PreparableQuery } from "./prepared.server";

/** One selected value: its path in the row object, and its field, which decodes it. */
type SelectedField = { path: readonly string[]; field: unknown };
/** For each joined table by name: true if it always has a row. */
type Joins = Record<string, boolean>;
type Decode = (value: unknown) => unknown;
type Value = { key: string; index: number; decode: Decode | null };
/**
 * A nested object of a row. `nullIndex` is the index of the value that is null if the join has no row; null if the
 * object always exists.
 */
type Part = { key: string; values: Value[]; nullIndex: number | null };
/** Index of a field that is excluded from the query. */
const LEFT_OUT = -1;
/** SQLite functions take at most 127 arguments, so a row of JSON is built from arrays of this size. */
const MAX_ARGUMENTS = 100;

/**
 * Return a function that reads many wide rows, unordered, as one JSON text. The driver takes longer to return ninety
 * values than SQLite takes to find them: without this function, an export of 8,000 loads takes 2.3 times as long as CSV
 * and 1.9 times as long as XLSX. Only for exports, and not for blobs. Fields whose path ("landing", "job.name") is
 * excluded are null in every row, and SQLite skips joins that only excluded fields need.
 */
export function prepareWideQuery<T>(
  build: (read: Read) => PreparableQuery<T> & SQLWrapper,
  isLeftOut: (path: string) => boolean = () => false,
) {
  const queries = new WeakMap<Read, (values: Record<string, unknown>) => Promise<T[]>>();
  return <V extends Record<string, unknown>>(read: Read, values: V): Promise<T[]> => {
    let query = queries.get(read);
    if (!query) {
      query = buildWideQuery(read, build(read), isLeftOut);
      queries.set(read, query);
    }
    return query(values);
  };
}

function buildWideQuery<T>(
  read: Read,
  query: PreparableQuery<T> & SQLWrapper,
  isLeftOut: (path: string) => boolean,
): (values: Record<string, unknown>) => Promise<T[]> {
  const { fields, joinsNotNullableMap } = readSelection(query.prepare());
  const isFieldLeftOut = ({ path: [first = "", inner] }: SelectedField) =>
    isLeftOut(first) || (inner !== undefined && isLeftOut(`${first}.${inner}`));
  const mapRow = createRowMapper<T>(fields, joinsNotNullableMap, isFieldLeftOut);
  const names = fields.map((_, index) => sql.raw(`c${index}`));
  const selected = fields.flatMap((field, index) => (isFieldLeftOut(field) ? [] : sql.raw(`c${index}`)));
  const arrays: SQL[] = [];
  for (let start = 0; start < selected.length; start += MAX_ARGUMENTS)
    arrays.push(sql`json_array(${sql.join(selected.slice(start, start + MAX_ARGUMENTS), sql`, `)})`);
  // The limit stops SQLite from merging the subquery into the aggregate, which would keep every join.
  const wide = read
    .select({ rows: sql<string>`'[' || ifnull(group_concat(j), '') || ']'` })
    .from(
      sql`(SELECT ${sql.join(arrays, sql` || ',' || `)} AS j FROM (WITH r(${sql.join(names, sql`, `)}) AS (${query.getSQL()}) SELECT * FROM r) LIMIT -1)`,
    )
    .prepare();
  return async (values) => {
    const [result] = await wide.all(values);
    const parts: unknown[][] = JSON.parse(String(result?.rows));
    const rows: T[] = [];
    for (let start = 0; start < parts.length; start += arrays.length)
      rows.push(mapRow(parts.slice(start, start + arrays.length).flat()));
    return rows;
  };
}

type Selection = { fields: SelectedField[]; joinsNotNullableMap?: Joins };
const isSelection = (query: object): query is Selection => "fields" in query && Array.isArray(query.fields);
/** Return the selection that drizzle stores with a prepared query. */
function readSelection(query: object): Selection {
  if (!isSelection(query)) throw new TypeError("Only a select of fields can be read as wide rows.");
  return query;
}

/**
 * Compute once how to convert a row to an object; drizzle computes this for each value of each row. The result is the
 * same.
 */
function createRowMapper<T>(
  fields: readonly SelectedField[],
  joins: Joins | undefined,
  isLeftOut: (field: SelectedField) => boolean,
): (values: readonly unknown[]) => T {
  const top: Part = { key: "", values: [], nullIndex: null };
  const parts = new Map<string, Part>();
  let count = 0;
  for (const selected of fields) {
    const [key, inner, ...deeper] = selected.path;
    if (key === undefined || deeper.length > 0)
      throw new TypeError("A row has values and objects of values.");
    const index = isLeftOut(selected) ? LEFT_OUT : count++;
    const part = inner === undefined ? top : (parts.get(key) ?? { key, values: [], nullIndex: null });
    if (inner !== undefined && !parts.has(key)) {
      parts.set(key, part);
      if (isNullableJoin(fields, key, joins)) part.nullIndex = index;
    }
    if (index !== LEFT_OUT && part.nullIndex === LEFT_OUT)
      throw new TypeError("The first column of a joined object tells whether the join has a row.");
    part.values.push({ key: inner ?? key, index, decode: createDecoder(selected.field) });
  }
  const objects = [...parts.values()];
  return (row) => {
    const result = readValues(top, row);
    for (const part of objects)
      result[part.key] =
        part.nullIndex !== null && (row[part.nullIndex] ?? null) === null ? null : readValues(part, row);
    return result as T;
  };
}

function readValues(part: Part, row: readonly unknown[]): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const { key, index, decode } of part.values) {
    const value = row[index] ?? null;
    object[key] = value === null || !decode ? value : decode(value);
  }
  return object;
}

/** Check whether an object is null when its join has no row: true if all its columns belong to one joined table. */
function isNullableJoin(fields: readonly SelectedField[], key: string, joins: Joins | undefined): boolean {
  if (!joins) return false;
  const [first, ...others] = fields.flatMap(({ path, field }) =>
    path[0] === key && path.length === 2 && is(field, Column) ? [getTableName(field.table)] : [],
  );
  return first !== undefined && !joins[first] && others.every((table) => table === first);
}

/** Return the function that converts a stored value into the field value, or null if the stored value needs no decoding. */
function createDecoder(field: unknown): Decode | null {
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
