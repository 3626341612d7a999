import { DatabaseError, normaliseDatabaseError } from "#db/errors.server";
import { log } from "./log.server";
import { Refusal } from "./refusal";

const WORDS =
  "Timbertally didn't respond in time. What you typed is kept. It may already be saved, and sending it again is safe.";

const DISK_FULL =
  "Timbertally's disk is full, so this was not saved. What you typed is kept. Send it again in a few minutes.";

/** Return whether nothing can be written because the disk has no space left. */
const isDiskFull = (error: unknown): boolean => error instanceof DatabaseError && error.fault === "full";

/** A database that does not answer, or not now, as the refusal that says so; anything else as it was. */
export function unavailableOf(error: unknown): unknown {
  const known = normaliseDatabaseError(error);
  if (isDiskFull(known)) {
    log.error({ err: known }, "the disk is full: nothing can be saved until there is space");
    return new Refusal("unavailable", DISK_FULL, { retryAfter: 60 });
  }
  if (!isAway(known)) return error;
  return new Refusal("unavailable", WORDS, { retryAfter: 5 });
}

/** Whether the database did not answer, or not now: nothing is wrong with what was asked. */
export const isAway = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.fault === "unavailable" || error.fault === "busy");

/** Does what needs the database; where that does not answer, the refusal says so. */
export async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw unavailableOf(error);
  }
}
