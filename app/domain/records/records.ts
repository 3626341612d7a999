/**
 * The keys of a record that is written out in the code, in their order. Not for what comes from outside: that may hold
 * keys of which its type knows nothing.
 */
export const keysOf = <T extends object>(record: T) => Object.keys(record) as (keyof T & string)[];

/** A record with a value for each of the keys. */
export const recordOf = <K extends string, V>(keys: readonly K[], value: (key: K) => V) =>
  Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<K, V>;

/** These columns of a row, and no others. */
export const picked = <T extends object, K extends keyof T & string>(row: T, keys: readonly K[]) =>
  Object.fromEntries(keys.map((key) => [key, row[key]])) as Pick<T, K>;

/** Those of the fields that hold a value: what is left out of an input stays as it is. */
export const given = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
