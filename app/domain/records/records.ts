/**
 * The keys of a record that is written out in the code, in their order. Not for what comes from outside: that may hold
 * keys of which its type knows nothing.
 */
export const keysOf = <T extends object>(record: T) => Object.keys(record) as (keyof T & string)[];

/** Whether a key is one of a record's own. */
export const isKeyOf = <T extends object>(record: T, key: PropertyKey): key is keyof T =>
  Object.hasOwn(record, key);

/** What an error of the system or the database is called: "ENOENT"; undefined for any other. */
export const codeOf = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined;

/** The fields of what may be anything; empty for what has no fields. */
export const ownFields = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? { ...value } : {};

/** The element of a list at a place that it is known to have. */
export function elementAt<T>(list: readonly T[], at: number): T {
  for (const one of list.slice(at, at + 1)) return one;
  throw new RangeError(`The list has no place ${at}.`);
}

/** A record with a value for each of the keys. */
export const recordOf = <K extends string, V>(keys: readonly K[], value: (key: K) => V) =>
  Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<K, V>;

/** These columns of a row, and no others. */
export const picked = <T extends object, K extends keyof T & string>(row: T, keys: readonly K[]) =>
  Object.fromEntries(keys.map((key) => [key, row[key]])) as Pick<T, K>;

/** Those of the fields that hold a value: what is left out of an input stays as it is. */
export const given = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
