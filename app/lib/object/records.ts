/**
 * Keys of a record literal in the code, in order. Don't use it for external data, which may have keys that its type
 * doesn't list.
 */
export const typedKeys = <T extends object>(record: T) => Object.keys(record) as (keyof T & string)[];

/** Type guard: true if a key is one of a record's own keys. */
export const hasKey = <T extends object>(record: T, key: PropertyKey): key is keyof T =>
  Object.hasOwn(record, key);

/** Code of a system or database error, such as "ENOENT"; undefined for any other error. */
export const getErrorCode = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined;

/** Fields of a value of unknown type; empty if it has no fields. */
export const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? { ...value } : {};

/** Return the list element at an index that must exist; throws otherwise. */
export function getElement<T>(list: readonly T[], index: number): T {
  for (const item of list.slice(index, index + 1)) return item;
  throw new RangeError(`The list has no place ${index}.`);
}

/** Build a record with a value for each key. */
export const buildRecord = <K extends string, V>(keys: readonly K[], value: (key: K) => V) =>
  Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<K, V>;

/** Copy only these columns of a row. */
export const pick = <T extends object, K extends keyof T & string>(row: T, keys: readonly K[]) =>
  Object.fromEntries(keys.map((key) => [key, row[key]])) as Pick<T, K>;

/** Drop the fields that are undefined, so that fields omitted from an input stay unchanged. */
export const omitUndefined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
