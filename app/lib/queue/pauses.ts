/** Minutes to wait after the first, second, third and fourth failed attempt; later waits last a day. */
const PAUSES = [1, 5, 30, 120];
const DAY_MINUTES = 1_440;

/** Longest pause, in milliseconds; nothing may be scheduled later than this from now. */
export const MAX_PAUSE = DAY_MINUTES * 60_000;

/** Return the pause after this many failed attempts, in milliseconds. */
export const getRetryPause = (attempts: number): number => (PAUSES[attempts - 1] ?? DAY_MINUTES) * 60_000;
