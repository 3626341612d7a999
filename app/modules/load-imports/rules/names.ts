import { normalizeName } from "~/lib/text/plain-name";

/** A choice that a name in a spreadsheet may mean. */
export type NameChoice<Value extends number | string = number | string> = { value: Value; name: string };

const stemsOf = (text: string) =>
  new Set(
    normalizeName(text)
      .split(" ")
      .filter(Boolean)
      .map((word) => (word.length > 3 ? word.replace(/s$/, "") : word)),
  );
const holds = (all: ReadonlySet<string>, some: ReadonlySet<string>) => [...some].every((w) => all.has(w));

/**
 * Find the single choice that a name means: the choice with exactly this name, else the only choice that contains all
 * words of the name, else the only choice whose words all occur in the name. Return null if no choice or several match.
 */
export function findChoice<C extends NameChoice>(choices: readonly C[], text: string): C | null {
  const plain = normalizeName(text);
  if (plain === "") return null;
  const one = (results: readonly C[]) => (results.length === 1 ? (results[0] ?? null) : null);
  const exact = choices.filter((c) => normalizeName(c.name) === plain);
  if (exact.length) return one(exact);
  const stems = stemsOf(text);
  const wider = choices.filter((c) => holds(stemsOf(c.name), stems));
  if (wider.length) return one(wider);
  return one(choices.filter((c) => normalizeName(c.name) !== "" && holds(stems, stemsOf(c.name))));
}
