import type { Read } from "./client.server";

type Values = Record<string, unknown>;
type Prepared<T> = { all(values?: Values): Promise<T> };

/**
 * A query that is put together once for each database and run with other values each time, which it names by
 * `sql.placeholder`: putting it together takes longer than SQLite takes to answer. For what every page asks.
 */
export function prepared<T>(build: (read: Read) => { prepare(): Prepared<T> }) {
  const kept = new WeakMap<Read, Prepared<T>>();
  return <V extends Values>(read: Read, values: V): Promise<T> => {
    let query = kept.get(read);
    if (!query) {
      query = build(read).prepare();
      kept.set(read, query);
    }
    return query.all(values);
  };
}
