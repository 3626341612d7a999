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

/** What was typed after the key that finds, before its box was there. */
export type Ahead = { text: string; isSent: boolean };

/** What is typed once more of it; null where the press is not of typing. */
export function typedAhead({ text, isSent }: Ahead, press: Press): Ahead | null {
  if (press.ctrlKey || press.metaKey || press.altKey || press.isComposing || isSent) return null;
  if (press.key === "Enter") return { text, isSent: text !== "" };
  if (press.key === "Backspace") return { text: text.slice(0, -1), isSent };
  return press.key.length === 1 ? { text: text + press.key, isSent } : null;
}
