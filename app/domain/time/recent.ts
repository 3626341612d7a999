/**
 * Whether a stored moment began a wait of so many milliseconds that is still on. A moment that is further ahead than the
 * wait itself was stored by a clock that ran ahead and came back, and holds nothing up; nearer ones are another server's.
 */
export const isRecent = (moment: Date | string | number, now: Date, waitMs: number): boolean =>
  Math.abs(now.getTime() - new Date(moment).getTime()) < waitMs;
