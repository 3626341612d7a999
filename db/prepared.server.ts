import type { Read } from "./client.server";

type Values = Record<string, unknown>;
/** A select that drizzle can prepare. */
export type Query<T> = { prepare(): { all(values?: Values): Promise<T[]> } };

/**
 * Return a function that runs a query with named values (`sql.placeholder`). Drizzle builds the SQL once per database, because
 * building it takes longer than SQLite takes to answer.
 */
export function prepareQuery<T>(build: (read: Read) => Query<T>) {
  const queries = new WeakMap<Read, ReturnType<Query<T>["prepare"]>>();
  return <V extends Values>(read: Read, values: V): Promise<T[]> => {
    let query = queries.get(read);
    if (!query) {
      query = build(read).prepare();
      queries.set(read, query);
    }
    return query.all(values);
  };
}
