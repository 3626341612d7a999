/** Rank a name against typed text: 0 the same, 1 begins with it, 2 has a word that begins with it, 3 anything else. */
export function rankMatch(name: string, typed: string): number {
  const [text, part] = [name.trim().toLowerCase(), typed.trim().toLowerCase()];
  if (text === part) return 0;
  if (text.startsWith(part)) return 1;
  return text.includes(` ${part}`) ? 2 : 3;
}

/** Sort by how closely the names match the typed text; equal matches, and all where nothing is typed, keep their order. */
export const sortByMatch = <Item>(
  items: readonly Item[],
  typed: string,
  nameOf: (item: Item) => string,
): Item[] =>
  typed.trim()
    ? items.toSorted((a, b) => rankMatch(nameOf(a), typed) - rankMatch(nameOf(b), typed))
    : [...items];
