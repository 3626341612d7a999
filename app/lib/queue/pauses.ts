/** Minutes to wait after the first, second, third and fourth failed try; after that a day each. */
const PAUSES = [1, 5, 30, 120];
const DAY_MINUTES = 1_440;

/** Longest pause, in milliseconds. Nothing is put on the queue for later than that. */
export const MAX_PAUSE = DAY_MINUTES * 60_000;

/** Return the time to wait after this many failed tries, in milliseconds. */
export const getRetryPause = (attempts: number): number => (PAUSES[attempts - 1] ?? DAY_MINUTES) * 60_000;
