/** What a key does: finding and the help on every page, the others on lists. */
export type Act = "find" | "help" | "next" | "previous" | "tick" | "edit";

type Press = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "isComposing">;

const EVERYWHERE: Record<string, Act> = { "/": "find", "?": "help" };
const ON_LISTS: Record<string, Act> = { j: "next", k: "previous", x: "tick", e: "edit" };

/** What a press means; null while one types, and where the key is the browser's own. */
export function actOf(
  press: Press,
  { isTyping, isList }: { isTyping: boolean; isList: boolean },
): Act | null {
  const key = press.key.toLowerCase();
  if (press.altKey || press.isComposing) return null;
  if (press.ctrlKey || press.metaKey) return key === "k" ? "find" : null;
  if (isTyping) return null;
  return EVERYWHERE[key] ?? (isList ? ON_LISTS[key] : undefined) ?? null;
}

/** What was typed after the key that finds, before its box was there; it ends in a new line once Enter was pressed. */
export type Ahead = string;

/** What is typed with one press more; null where the press is not of typing. */
export const typedAhead = (text: Ahead, { key, ctrlKey, metaKey }: Press): Ahead | null =>
  ctrlKey || metaKey ? null : key === "Enter" ? `${text}\n` : key[1] ? null : text + key;
