import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Read } from "./client.server";
import { type Joins, mapperOf, type SelectedField } from "./row-mapping";

type Values = Record<string, unknown>;
type Prepared<T> = { all(values?: Values): Promise<T[]>; values(values?: Values): Promise<unknown[][]> };
/** A select, before it is put together. */
export type Query<T> = { prepare(): Prepared<T> };
type Run<T> = (values: Values) => Promise<T[]>;

/** What drizzle keeps with a prepared query to make its rows by, which it does not say in its types. */
type Selected = { fields: SelectedField[]; joinsNotNullableMap?: Joins };
const isSelect = (query: object): query is Selected => "fields" in query && Array.isArray(query.fields);

function selectedBy(query: object): Selected {
  if (!isSelect(query)) throw new TypeError("Only a select of fields is kept prepared.");
  return query;
}

function keptFor<T>(make: (read: Read) => Run<T>) {
  const kept = new WeakMap<Read, Run<T>>();
  return <V extends Values>(read: Read, values: V): Promise<T[]> => {
    let run = kept.get(read);
    if (!run) {
      run = make(read);
      kept.set(read, run);
    }
    return run(values);
  };
}

/**
 * A query that is put together once for each database and run with other values each time, which it names by
 * `sql.placeholder`: putting it together takes longer than SQLite takes to answer. For what every page asks.
 */
export const prepared = <T>(build: (read: Read) => Query<T>) =>
  keptFor<T>((read) => {
    const query = build(read).prepare();
    const { fields, joinsNotNullableMap } = selectedBy(query);
    const map = mapperOf<T>(fields, joinsNotNullableMap);
    return async (values) => (await query.values(values)).map((row) => map(row));
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
  keptFor<T>((read) => {
    const query = build(read);
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
    const wide = read
      .select({ rows: sql<string>`'[' || ifnull(group_concat(j), '') || ']'` })
      .from(
        sql`(SELECT ${row} AS j FROM (WITH r(${sql.join(names, sql`, `)}) AS (${query.getSQL()}) SELECT * FROM r) LIMIT -1)`,
      )
      .prepare();
    return async (values) => {
      // A server's rows have numbers for their columns, and aren't arrays.
      const text = (await wide.values(values))[0]?.[0];
      const told: unknown[][] = JSON.parse(String(text));
      if (arrays.length === 1) return told.map((row) => map(row));
      const rows: T[] = [];
      for (let at = 0; at < told.length; at += arrays.length)
        rows.push(map(told.slice(at, at + arrays.length).flat()));
      return rows;
    };
  });
