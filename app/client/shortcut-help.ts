/** Shortcut keys as listed in the help. */
export const SHORTCUTS: readonly { keys: string; does: string; list?: boolean }[] = [
  { keys: "/ or Ctrl+K", does: "Find anything" },
  { keys: "J", does: "Next row", list: true },
  { keys: "K", does: "Previous row", list: true },
  { keys: "X", does: "Select the row", list: true },
  { keys: "Enter", does: "Open the row", list: true },
  { keys: "E", does: "Edit the row", list: true },
  { keys: "?", does: "Show the keys" },
];

/** Return the target row among `count` rows; null if the list is empty. Without a current row, return the first. */
export function getNextRow(now: number, count: number, act: "next" | "previous"): number | null {
  if (count === 0) return null;
  if (now < 0) return 0;
  return Math.max(0, Math.min(count - 1, now + (act === "next" ? 1 : -1)));
}
