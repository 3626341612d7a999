/**
 * True if a stored moment began a wait of this many milliseconds that isn't over. A moment further ahead than the wait
 * itself was stored by a clock that ran ahead and was set back, and is ignored; nearer ones come from another server's
 * clock.
 */
export const isRecent = (moment: Date | string | number, now: Date, waitMs: number): boolean =>
  Math.abs(now.getTime() - new Date(moment).getTime()) < waitMs;
