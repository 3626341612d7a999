/** Check whether two tables have the same set of headings, in any order. */
export function hasSameHeadings(headings: readonly string[], others: readonly string[]): boolean {
  const set = new Set(headings);
  return set.size === new Set(others).size && others.every((heading) => set.has(heading));
}

/**
 * Suggest a column mapping for a table with a new set of headings: the remembered mapping for headings still present,
 * and a guess for the rest.
 */
export function suggestColumnMapping<Field extends string>(
  remembered: Record<string, string>,
  fields: readonly Field[],
  headings: readonly string[],
  guess: (headings: string[]) => Partial<Record<Field, string>>,
): Record<string, string> {
  const fitting = fields.flatMap((field) => {
    const heading = remembered[field];
    return heading !== undefined && headings.includes(heading) ? [[field, heading] as const] : [];
  });
  const used = new Set(fitting.map(([, heading]) => heading));
  const guessed = guess(headings.filter((heading) => !used.has(heading)));
  const others = fields.flatMap((field) => {
    const heading = guessed[field];
    return heading === undefined ? [] : [[field, heading] as const];
  });
  return Object.fromEntries([...others, ...fitting]);
}
