/** Return all permutations. */
export const getPermutations = <T>(all: readonly T[]): T[][] =>
  all.length < 2
    ? [[...all]]
    : all.flatMap((item, i) => getPermutations(all.filter((_, j) => j !== i)).map((rest) => [item, ...rest]));
