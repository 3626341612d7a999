/**
 * Check whether a wait that began at a stored moment is still going on. A moment ahead by more than the wait was stored
 * by a clock that was wrong and has been set back, so it is ignored; a moment slightly ahead comes from another
 * server's clock.
 */
export const isWithinWait = (moment: Date | string | number, now: Date, waitMs: number): boolean =>
  Math.abs(now.getTime() - new Date(moment).getTime()) < waitMs;
