import type { Read } from "./client.server";

type Values = Record<string, unknown>;
/** A select that drizzle can prepare. */
export type PreparableQuery<T> = { prepare(): { all(values?: Values): Promise<T[]> } };

/**
 * Return a function that runs a query with named values (`sql.placeholder`). Drizzle builds the SQL once per database,
 * because building it takes longer than SQLite takes to run it.
 */
export function prepareQuery<T>(build: (read: Read) => PreparableQuery<T>) {
  const queries = new WeakMap<Read, ReturnType<PreparableQuery<T>["prepare"]>>();
  return <V extends Values>(read: Read, values: V): Promise<T[]> => {
    let query = queries.get(read);
    if (!query) {
      query = build(read).prepare();
      queries.set(read, query);
    }
    return query.all(values);
  };
}
