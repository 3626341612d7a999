import { DrizzleQueryError, fillPlaceholders, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Read } from "./client.server";
import { clientOf } from "./drivers.server";
import { bindable } from "./kept.server";
import { type Joins, mapperOf, type SelectedField } from "./row-mapping";

type Values = Record<string, unknown>;
type Built = { sql: string; params: unknown[] };
/** A select, before it is put together. */
export type Query<T> = { prepare(): { getQuery(): Built; all(values?: Values): Promise<T[]> } };
type Run<T> = (read: Read, values: Values) => Promise<T[]>;

/** What drizzle keeps with a prepared query to make its rows by, which it does not say in its types. */
type Selected = { fields: SelectedField[]; joinsNotNullableMap?: Joins };
const isSelect = (query: object): query is Selected => "fields" in query && Array.isArray(query.fields);

function selectedBy(query: object): Selected {
  if (!isSelect(query)) throw new TypeError("Only a select of fields is kept prepared.");
  return query;
}

/** A query's rows, from whichever database, with the values that its placeholders stand for. */
async function rowsOf(read: Read, { sql: text, params }: Built, values: Values) {
  const filled = fillPlaceholders(params, values);
  try {
    return (await clientOf(read).execute({ sql: text, args: filled.map(bindable) })).rows;
  } catch (error) {
    throw new DrizzleQueryError(text, filled, error instanceof Error ? error : undefined);
  }
}

function keptOnce<T>(make: (read: Read) => Run<T>) {
  let kept: Run<T> | undefined;
  return <V extends Values>(read: Read, values: V): Promise<T[]> => {
    kept ??= make(read);
    return kept(read, values);
  };
}

/**
 * A query that is put together once and run with other values each time, which it names by `sql.placeholder`: putting it
 * together takes longer than SQLite takes to answer. For what every page asks.
 */
export const prepared = <T>(build: (read: Read) => Query<T>) =>
  keptOnce<T>((by) => {
    const query = build(by).prepare();
    const { fields, joinsNotNullableMap } = selectedBy(query);
    const map = mapperOf<T>(fields, joinsNotNullableMap);
    const built = query.getQuery();
    return async (read, values) => (await rowsOf(read, built, values)).map((row) => map(row));
  });

/** So many values a JSON array is made of at once: SQLite's functions take no more than 127. */
const MOST_ARGUMENTS = 100;

/**
 * The same for many wide rows, in no order: they come as one text of JSON, since the driver takes longer to hand over ninety
 * values than SQLite takes to find them. Not for blobs, which JSON does not hold. What `isLeftOut` says of the fields by their
 * path ("landing", "job.name") is null in every row: SQLite then joins no table that nothing else of it is asked of.
 */
export const preparedWide = <T>(
  build: (read: Read) => Query<T> & SQLWrapper,
  isLeftOut: (path: string) => boolean = () => false,
) =>
  keptOnce<T>((by) => {
    const query = build(by);
    const { fields, joinsNotNullableMap } = selectedBy(query.prepare());
    const without = ({ path: [first = "", inner] }: SelectedField) =>
      isLeftOut(first) || (inner !== undefined && isLeftOut(`${first}.${inner}`));
    const map = mapperOf<T>(fields, joinsNotNullableMap, without);
    const names = fields.map((_, n) => sql.raw(`c${n}`));
    const wanted = fields.flatMap((field, n) => (without(field) ? [] : sql.raw(`c${n}`)));
    const arrays: SQL[] = [];
    for (let at = 0; at < wanted.length; at += MOST_ARGUMENTS)
      arrays.push(sql`json_array(${sql.join(wanted.slice(at, at + MOST_ARGUMENTS), sql`, `)})`);
    const row = sql.join(arrays, sql` || ',' || `);
    // A limit keeps the rows apart from what puts them together: from an aggregate SQLite leaves no join out.
    const wide = by
      .select({ rows: sql<string>`'[' || ifnull(group_concat(j), '') || ']'` })
      .from(
        sql`(SELECT ${row} AS j FROM (WITH r(${sql.join(names, sql`, `)}) AS (${query.getSQL()}) SELECT * FROM r) LIMIT -1)`,
      )
      .prepare()
      .getQuery();
    return async (read, values) => {
      // A server's rows have numbers for their columns, and aren't arrays.
      const text = (await rowsOf(read, wide, values))[0]?.[0];
      const told: unknown[][] = JSON.parse(String(text));
      if (arrays.length === 1) return told.map((row) => map(row));
      const rows: T[] = [];
      for (let at = 0; at < told.length; at += arrays.length)
        rows.push(map(told.slice(at, at + arrays.length).flat()));
      return rows;
    };
  });
