/** Each order in which things can come. */
export const ordersOf = <T>(all: readonly T[]): T[][] =>
  all.length < 2
    ? [[...all]]
    : all.flatMap((one, i) => ordersOf(all.filter((_, j) => j !== i)).map((rest) => [one, ...rest]));
