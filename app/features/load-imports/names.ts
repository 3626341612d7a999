import { plainName } from "~/domain/text/plain-name";

/** A choice that a name in a spreadsheet may mean. */
export type NameChoice<Value extends number | string = number | string> = { value: Value; name: string };

const stemsOf = (text: string) =>
  new Set(
    plainName(text)
      .split(" ")
      .filter(Boolean)
      .map((word) => (word.length > 3 ? word.replace(/s$/, "") : word)),
  );
const holds = (all: ReadonlySet<string>, some: ReadonlySet<string>) => [...some].every((w) => all.has(w));

/**
 * The one choice that a name means: the one that is called so; else the only one that has all its words; else the only
 * one whose words it has all. Null where no choice is meant, or several are.
 */
export function meantBy<C extends NameChoice>(choices: readonly C[], text: string): C | null {
  const plain = plainName(text);
  if (plain === "") return null;
  const one = (found: readonly C[]) => (found.length === 1 ? (found[0] ?? null) : null);
  const exact = choices.filter((c) => plainName(c.name) === plain);
  if (exact.length) return one(exact);
  const stems = stemsOf(text);
  const wider = choices.filter((c) => holds(stemsOf(c.name), stems));
  if (wider.length) return one(wider);
  return one(choices.filter((c) => plainName(c.name) !== "" && holds(stems, stemsOf(c.name))));
}
