/**
 * Rank a name against typed text: 0 equal, 1 name begins with the text, 2 a later word of the name begins with the
 * text, 3 anything else.
 */
export function rankMatch(name: string, typed: string): number {
  const [text, part] = [name.trim().toLowerCase(), typed.trim().toLowerCase()];
  if (text === part) return 0;
  if (text.startsWith(part)) return 1;
  return text.includes(` ${part}`) ? 2 : 3;
}

/**
 * Sort items by how closely their names match the typed text; equal matches keep their order, as do all items if
 * nothing is typed.
 */
export const sortByMatch = <Item>(
  items: readonly Item[],
  typed: string,
  nameOf: (item: Item) => string,
): Item[] =>
  typed.trim()
    ? items.toSorted((a, b) => rankMatch(nameOf(a), typed) - rankMatch(nameOf(b), typed))
    : [...items];
