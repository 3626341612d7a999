import type { Statement } from "#db/client.server";
import { normalizeDatabaseError } from "#db/errors.server";
import type { App } from "~/web/app.server";
import { isUnreachable } from "~/web/unavailable.server";
import {
  abandonItem,
  buildEnsureRecurringItems,
  completeItem,
  extendLease,
  failItem,
  type LeasedItem,
  leaseItem,
  releaseItem,
} from "./claims.server";
import { PROCESS_ID } from "./waking.server";
import { LostLeaseError, type Task, type TaskContext } from "./work.server";

type Options = {
  app: App;
  /** Tasks that the runner runs. */
  kinds: readonly Task[];
  /** Name of this server's file store. */
  place: string;
  process?: string;
};

export type Runner = {
  /** Look for due work. Never throws, because no caller awaits it. */
  wake(): void;
  /** Look for due work, and resolve once nothing is due or running. */
  drain(): Promise<void>;
  /** Stop claiming items, abort the running ones, and wait for them to end, for at most this many milliseconds. */
  stop(limitMs: number): Promise<void>;
};

/** Work running here. */
type Going = { name: string; stop: AbortController; end: Promise<void> };
/** Statement that records an item's outcome under its current lease, and other statements to write with it. */
type Word = { say: (item: LeasedItem) => Statement; with?: readonly Statement[] };

const SERVER_STOPPED = "The server stopped each time this was tried.";
const TOO_SLOW = "It took too long and was stopped.";
const BEHIND = "This server's copy of the database is behind.";

let claims = 0;

/** Create the worker of this process; any number of them may share one database. */
export function createRunner({ app, kinds, place, process = PROCESS_ID }: Options): Runner {
  const { db, log, now } = app;
  const known = new Map(kinds.map((it) => [it.name, it]));
  const going = new Map<number, Going>();
  /**
   * Outcomes that the database did not accept. This process does not run those items again, but only retries writing
   * the outcome.
   */
  const unsaid = new Map<number, { item: LeasedItem; word: Word }>();
  let rows = false;
  let again = false;
  let stopped = false;
  let working: Promise<void> | null = null;

  function wake() {
    again = true;
    working ??= look().finally(() => {
      working = null;
      // Repeat the loop, because a wake call that arrived just as the loop ended would otherwise wait for the next wake
      // call.
      if (again && !stopped) wake();
    });
  }

  async function look() {
    while (again && !stopped) {
      again = false;
      await pass().catch((error: unknown) => log.warn({ err: error }, "work is not taken up"));
    }
  }

  async function pass() {
    for (const { item, word } of unsaid.values()) await say(item, word);
    if (!rows) {
      const missing = buildEnsureRecurringItems(kinds, place, now());
      if (missing.length) await db.batch(missing, { unread: true });
      rows = true;
    }
    while (!stopped) {
      const underWay = [...going.values()];
      const free = kinds.filter(
        (it) => (it.able?.() ?? true) && underWay.filter(({ name }) => name === it.name).length < it.atOnce,
      );
      if (free.length === 0) return;
      claims += 1;
      const item = await leaseItem(app, free, { claim: `${process}/${claims}`, process, place });
      const it = item && known.get(item.name);
      if (!item || !it) return;
      begin(item, it);
    }
  }

  function begin(item: LeasedItem, it: Task) {
    const stop = new AbortController();
    if (stopped) stop.abort();
    const end = attempt(item, it, stop)
      .catch((error: unknown) => log.error({ err: error, work: it.name, item: item.id }, "work went wrong"))
      .finally(() => {
        if (going.get(item.id)?.stop === stop) going.delete(item.id);
        wake();
      });
    going.set(item.id, { name: it.name, stop, end });
  }

  async function attempt(item: LeasedItem, it: Task, stop: AbortController) {
    const earlier = unsaid.get(item.id);
    if (earlier) return say(item, earlier.word);
    if (item.attempts > it.attempts && !it.every) return giveUp(item, it, item.failure ?? SERVER_STOPPED);
    const lease = leaseOf(item, it, stop);
    const notes: Statement[] = [];
    const doing: TaskContext = {
      ...lease.doing,
      attempt: item.attempts,
      failure: item.failure,
      note: (statement) => void notes.push(statement),
    };
    try {
      await Promise.race([carryOut(item, it, doing), lease.lost]);
    } catch (error) {
      const lost = stop.signal.reason instanceof LostLeaseError;
      if (stopped && !lost) return say(item, { say: releaseItem });
      if (lost && !lease.over()) return;
      const failure = lost ? TOO_SLOW : wordsOf(error);
      log.warn({ err: error, work: it.name, item: item.id, attempts: item.attempts }, "work failed");
      if (item.attempts >= it.attempts && !it.every) return giveUp(item, it, failure);
      const date = now();
      return say(item, { say: (held) => failItem(held, it, failure, date) });
    } finally {
      lease.end();
    }
    const target = now();
    await say(item, { say: (held) => completeItem(held, it, target), with: notes });
  }

  async function carryOut(item: LeasedItem, it: Task, doing: TaskContext) {
    // Fail the attempt if this replica is behind, because the item may refer to data that another server wrote.
    if (!(await db.catchUp())) throw new Error(BEHIND);
    await it.run(app, it.input.parse(JSON.parse(item.input)), doing);
  }

  /** Start the timer of a lease. It aborts an attempt that runs too long, so that a hanging attempt delays nothing else. */
  function leaseOf(item: LeasedItem, it: Task, stop: AbortController) {
    let count = performance.now();
    let over = false;
    let timer: NodeJS.Timeout;
    const lose = () => stop.abort(new LostLeaseError(`claim of ${it.name} ${item.id}`));
    const run = () => {
      timer = setTimeout(() => {
        over = true;
        lose();
      }, it.lease).unref();
    };
    run();
    const lost = new Promise<never>((_, reject) => {
      const end = () => stop.signal.reason instanceof LostLeaseError && reject(stop.signal.reason);
      stop.signal.addEventListener("abort", end);
    });
    lost.catch(() => undefined);
    const heartbeat = async () => {
      stop.signal.throwIfAborted();
      if (performance.now() - count < it.lease / 3) return;
      count = performance.now();
      const until = new Date(now().getTime() + it.lease);
      const [set] = await db.batch([extendLease(item, until)], { unread: true });
      if (set?.rowsAffected !== 1) lose();
      stop.signal.throwIfAborted();
      clearTimeout(timer);
      run();
    };
    return {
      doing: { heartbeat, signal: stop.signal },
      lost,
      over: () => over,
      end: () => clearTimeout(timer),
    };
  }

  async function giveUp(item: LeasedItem, it: Task, failure: string) {
    log.error({ work: it.name, item: item.id, failure }, "work was given up: see /admin/work");
    const input = it.input.safeParse(JSON.parse(item.input));
    if (input.success)
      await it
        .gaveUp?.(app, input.data, { failure, attempts: Math.min(item.attempts, it.attempts) })
        .catch((error: unknown) =>
          log.error({ err: error, work: it.name, item: item.id }, "a failure could not be told"),
        );
    const date = now();
    await say(item, { say: (held) => abandonItem(held, failure, date) });
  }

  /** Record the outcome of an item; do nothing if its lease was lost. */
  async function say(item: LeasedItem, word: Word) {
    try {
      await db.batch([...(word.with ?? []), word.say(item)], { unread: true });
      unsaid.delete(item.id);
    } catch (error) {
      unsaid.set(item.id, { item, word });
      log.warn({ err: error, item: item.id }, "what became of work could not be noted yet");
    }
  }

  async function drain() {
    do {
      wake();
      await working;
      if (going.size > 0) await Promise.race([...going.values()].map(({ end }) => end));
    } while (going.size > 0 || working);
  }

  async function stop(limitMs: number) {
    stopped = true;
    for (const { stop } of going.values()) stop.abort(new Error("the server stops"));
    const late = new Promise<void>((resolve) => void setTimeout(resolve, limitMs).unref());
    await Promise.race([Promise.all([working, ...[...going.values()].map(({ end }) => end)]), late]);
  }

  return { wake, drain, stop };
}

/** Return the reason an attempt failed, as text for /admin/work. */
function wordsOf(error: unknown): string {
  if (isUnreachable(normalizeDatabaseError(error))) return "The database did not answer.";
  return (
    (error instanceof Error ? error.message : String(error)).slice(0, 500) || "It failed without a message."
  );
}
