/** Replace empty strings by null, as stored in the columns. */
export const blankToNull = <T extends Record<string, unknown>>(input: T): T =>
  Object.fromEntries(Object.entries(input).map(([key, value]) => [key, value === "" ? null : value])) as T;
