/** One statement as the app ran it. */
export type Ran = { sql: string; args: unknown[] };
/** A page as the app made it once, and what it asked the database for. */
export type Capture = { path: string; html: string; ran: Ran[] };
/** What the compared servers tell when they listen. */
export type Listening = { url: string };

/** The framework's floor tells both its addresses, plain and with our matcher, and what it took to make the pages. */
export type Floor = Listening & { matched: string; captures: Capture[] };

/** What a change did once: reads one by one, and batches that hold or fall together, in their order. */
export type Change = {
  work: Ran[][];
  /** Which values were this one's own, to be replaced by the next one's. */
  own: { submission: string; uid: string; ticket: number; at: string };
};
/** Both changes, and the job on which they were made. */
export type Changes = { job: number; destination: number; create: Change; move: Change };

/** A child whose parent is gone goes too, however the parent ended. */
export function endWithParent() {
  process.on("disconnect", () => process.exit(0));
}

/** Tells the parent; only a child of the benchmark has one. */
export function tell(message: unknown) {
  process.send?.(message);
}
