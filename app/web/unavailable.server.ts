import { DatabaseError, normalizeDatabaseError } from "#db/errors.server";
import { log } from "./log.server";
import { AppError } from "./refusal";

const WORDS =
  "Timbertally didn't respond in time. What you typed is kept. It may already be saved, and sending it again is safe.";

const DISK_FULL =
  "Timbertally's disk is full, so this was not saved. What you typed is kept. Send it again in a few minutes.";

/** Check whether nothing can be written because the disk is full. */
const isDiskFull = (error: unknown): boolean => error instanceof DatabaseError && error.fault === "full";

/** Convert an error of an unavailable or busy database to a refusal with a message; return any other error unchanged. */
export function toUnavailable(error: unknown): unknown {
  const known = normalizeDatabaseError(error);
  if (isDiskFull(known)) {
    log.error({ err: known }, "the disk is full: nothing can be saved until there is space");
    return new AppError("unavailable", DISK_FULL, { retryAfter: 60 });
  }
  if (!isUnreachable(known)) return error;
  return new AppError("unavailable", WORDS, { retryAfter: 5 });
}

/** Check whether an error means that the database did not respond or is busy, not that the query itself is wrong. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.fault === "unavailable" || error.fault === "busy");

/** Run work that needs the database, and throw a refusal if the database is unavailable. */
export async function orThrowUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toUnavailable(error);
  }
}
