/** Return all permutations. */
export const permute = <T>(all: readonly T[]): T[][] =>
  all.length < 2
    ? [[...all]]
    : all.flatMap((item, i) => permute(all.filter((_, j) => j !== i)).map((rest) => [item, ...rest]));
