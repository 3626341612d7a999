/** Action of a shortcut key: search and help work on every page, the other actions on lists. */
export type ShortcutAction = "find" | "help" | "next" | "previous" | "tick" | "edit";

type Press = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "isComposing">;

const EVERYWHERE: Record<string, ShortcutAction> = { "/": "find", "?": "help" };
const ON_LISTS: Record<string, ShortcutAction> = { j: "next", k: "previous", x: "tick", e: "edit" };

/** Return the action of a key press; null while the user types, and for the browser's own shortcuts. */
export function getShortcutAction(
  press: Press,
  { isTyping, isList }: { isTyping: boolean; isList: boolean },
): ShortcutAction | null {
  const key = press.key.toLowerCase();
  if (press.altKey || press.isComposing) return null;
  if (press.ctrlKey || press.metaKey) return key === "k" ? "find" : null;
  if (isTyping) return null;
  return EVERYWHERE[key] ?? (isList ? ON_LISTS[key] : undefined) ?? null;
}

/** Text typed after the search key but before the search box loaded; ends in a newline once Enter was pressed. */
export type TypedAhead = string;

/** Append a key press to the text; null if the key doesn't type a character. */
export const appendTypedKey = (text: TypedAhead, { key, ctrlKey, metaKey }: Press): TypedAhead | null =>
  ctrlKey || metaKey ? null : key === "Enter" ? `${text}\n` : key[1] ? null : text + key;
