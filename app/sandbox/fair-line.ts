/**
 * Error for a job that was not queued: its account has too many jobs, all accounts together have too many or it waited
 * too long, or its account is blocked.
 */
export class QueueFullError extends Error {
  constructor(readonly why: "account" | "everybody" | "resting") {
    super(`the line is full (${why})`);
  }
}

export type QueueLimits = {
  /** Number of jobs that run at once. */
  slots: number;
  /** Maximum number of waiting jobs per account, and for all accounts together. */
  waitingPerAccount: number;
  waiting: number;
  /** Maximum time a job waits for its turn, in milliseconds. */
  waitMs: number;
  /** Time in milliseconds for which an account is blocked after its job was stopped. */
  restMs: number;
};

type Waiting = {
  account: string;
  slots: number;
  start: () => void;
  refuse: (why: QueueFullError["why"]) => void;
};

/**
 * Queue for a few slots that is fair between accounts: an account runs one job at a time, and a free slot goes to the
 * waiting account that has gone longest without a slot. An account that floods the queue with slow jobs waits behind
 * all others.
 */
export class FairQueue {
  private free: number;
  private turn = 0;
  private readonly running = new Set<string>();
  private readonly lastTurn = new Map<string, number>();
  private readonly restingUntil = new Map<string, number>();
  private readonly line: Waiting[] = [];

  constructor(
    private readonly limits: QueueLimits,
    private readonly now: () => number = Date.now,
  ) {
    this.free = limits.slots;
  }

  /** Wait for a turn. Call the returned function when the job is over, with `stopped` true if the job had to be stopped. */
  async enter(account: string, slots = 1): Promise<(stopped: boolean) => void> {
    const { waiting, waitingPerAccount, waitMs } = this.limits;
    if ((this.restingUntil.get(account) ?? 0) > this.now()) throw new QueueFullError("resting");
    if (this.line.filter((other) => other.account === account).length >= waitingPerAccount)
      throw new QueueFullError("account");
    if (this.line.length >= waiting) throw new QueueFullError("everybody");
    const needed = Math.min(slots, this.limits.slots);
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => {
        entry.refuse("everybody");
        // The job that gave up may have been first in the queue, with a free slot reserved for it, so let the next job
        // run.
        this.next();
      }, waitMs);
      const entry: Waiting = {
        account,
        slots: needed,
        start: () => {
          clearTimeout(late);
          resolve();
        },
        refuse: (why) => {
          clearTimeout(late);
          this.line.splice(this.line.indexOf(entry), 1);
          reject(new QueueFullError(why));
        },
      };
      this.line.push(entry);
      this.next();
    });
    let over = false;
    return (stopped) => {
      if (over) return;
      over = true;
      this.free += needed;
      this.running.delete(account);
      this.forget();
      if (stopped) this.rest(account);
      this.next();
    };
  }

  private rest(account: string) {
    this.restingUntil.set(account, this.now() + this.limits.restMs);
    for (const entry of this.line.filter((other) => other.account === account)) entry.refuse("resting");
  }

  private next() {
    for (;;) {
      const ready = this.line.filter(({ account }) => !this.running.has(account));
      const turnOf = ({ account }: Waiting) => this.lastTurn.get(account) ?? 0;
      const first = ready.reduce<Waiting | undefined>(
        (best, entry) => (best && turnOf(best) <= turnOf(entry) ? best : entry),
        undefined,
      );
      // A job that needs several slots is not overtaken by those that need one, or it would wait forever.
      if (!first || first.slots > this.free) return;
      this.line.splice(this.line.indexOf(first), 1);
      this.free -= first.slots;
      this.running.add(first.account);
      this.turn += 1;
      this.lastTurn.set(first.account, this.turn);
      first.start();
    }
  }

  /** Drop outdated turns and blocks, so that the maps contain only recent accounts. */
  private forget() {
    for (const [account, until] of this.restingUntil)
      if (until <= this.now()) this.restingUntil.delete(account);
    for (const [account, turn] of this.lastTurn) if (turn < this.turn - 1_000) this.lastTurn.delete(account);
  }
}
