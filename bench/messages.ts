/** One statement as the app ran it. */
export type Ran = { sql: string; args: unknown[] };
/** A page as the app made it once, and what it asked the database for. */
export type Capture = { path: string; html: string; ran: Ran[] };
/** What the compared servers tell when they listen. */
export type Listening = { url: string };

/** A child whose parent is gone goes too, however the parent ended. */
export function endWithParent() {
  process.on("disconnect", () => process.exit(0));
}

/** Tells the parent; only a child of the benchmark has one. */
export function tell(message: unknown) {
  process.send?.(message);
}
