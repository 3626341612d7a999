/** Replace empty texts by null, as columns hold them. */
export const blankToNull = <T extends Record<string, unknown>>(input: T): T =>
  Object.fromEntries(Object.entries(input).map(([key, value]) => [key, value === "" ? null : value])) as T;
