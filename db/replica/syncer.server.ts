import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import type { Primary, ReportEvent } from "../database";

/** One instant by two clocks: this process's own, which never goes back, and the wall clock, which other servers share. */
export type ClockTimes = { own: number; wall: number };
export const getClockTimes = (): ClockTimes => ({ own: performance.now(), wall: Date.now() });

/**
 * Text in libSQL's messages about a damaged file. Any other error is attributed to the network or the primary, and no
 * file is deleted because of it.
 */
const DAMAGED =
  /malformed|not a database|corrupt|wal_index|meta file|log id|snapshot file|injector|injecting|replication index/i;

/** Duration of a sync, in milliseconds, after which an error is reported to the operator. */
const LONG = 60_000;

export type Syncer = {
  /** Run a sync that begins after this call. Simultaneous calls share one sync. Rejects if the sync fails. */
  sync(): Promise<void>;
  /** Like `sync`, but wait at most `limit` milliseconds; return false if the sync was not finished by then. */
  syncWithin(limit: number): Promise<boolean>;
  /** True if the primary answered the last request. */
  answers(): boolean;
  /** Report a write that got no response. Until a sync succeeds again, no request waits for a sync. */
  doubt(why: string): void;
  /** Start of the last finished sync; anything written before then can be read here. */
  began(): ClockTimes | null;
  /** Sync repeatedly until `stop` is called. */
  keepOn(): void;
  stop(): Promise<void>;
};

export class DamagedReplicaError extends Error {
  override readonly name = "DamagedReplica";
}

/** Sync a replica file with its primary. The file is opened when the primary first responds. */
export function createSyncer(file: string, primary: Primary, report: ReportEvent): Syncer {
  const worker = openWorker(file, primary);
  const pause = (primary.syncSeconds ?? 2) * 1000;
  let opened = false;
  let up: boolean | null = null;
  let finished: ClockTimes | null = null;
  let running: { since: number; done: Promise<void> } | null = null;
  let next: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let damaged = false;

  // A connection that was cut without notice can keep a sync waiting for many minutes, and this code can't cancel such
  // a sync.
  const complain = () =>
    report("error", "a sync has been under way for a minute; if writes work, restart this server", {
      primary: primary.url,
    });

  function begin(): Promise<void> {
    const moment = getClockTimes();
    const late = setTimeout(complain, LONG);
    late.unref();
    const ended = act().finally(() => clearTimeout(late));
    const done = ended.then(
      () => {
        finished = moment;
        running = null;
        if (up === false) report("info", "the primary answers again", { primary: primary.url });
        up = true;
      },
      (error: Error) => {
        running = null;
        if (error instanceof DamagedReplicaError && finished && !damaged) {
          damaged = true;
          report("error", "the replica cannot take in what is new; it will be rebuilt at the next start", {
            file,
            why: error.message,
          });
        } else doubt(error.message);
        up = false;
        throw error;
      },
    );
    done.catch(() => {});
    running = { since: moment.own, done };
    return done;
  }

  function doubt(why: string) {
    if (up !== false && !stopped)
      report("warn", "the primary does not answer; reading goes on from the replica", {
        primary: primary.url,
        why,
      });
    up = false;
  }

  async function act() {
    if (!opened) await worker.ask("open");
    opened = true;
    await worker.ask("sync");
  }

  function sync(): Promise<void> {
    if (!running) return begin();
    next ??= running.done
      .catch(() => {})
      .then(() => {
        next = null;
        return running ? running.done : begin();
      });
    return next;
  }

  function keepOn() {
    if (stopped) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      sync().then(keepOn, keepOn);
    }, pause);
    timer.unref();
  }

  return {
    sync,
    keepOn,
    doubt,
    answers: () => up !== false,
    began: () => finished,
    async syncWithin(limit) {
      // Don't wait for a sync that has already taken longer than the limit.
      if (running && performance.now() - running.since > limit) return false;
      return within(
        sync().then(
          () => true,
          () => false,
        ),
        limit,
      );
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await within(worker.close(), 1_000);
    },
  };
}

async function within(work: Promise<boolean>, limit: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, limit, false);
  });
  const first = await Promise.race([work, late]);
  clearTimeout(timer);
  return first;
}

function openWorker(file: string, { url, authToken }: Primary) {
  // The worker's name is defined in package.json: a relative path would differ in the built server.
  const script = createRequire(import.meta.url).resolve("#sync-worker");
  const worker = new Worker(script, { workerData: { file, url, authToken }, execArgv: [] });
  worker.unref();
  const waiting = new Map<number, (error: string | undefined) => void>();
  let last = 0;
  worker.on("message", ({ id, error }: { id: number; error?: string }) => {
    waiting.get(id)?.(error);
    waiting.delete(id);
    if (!waiting.size) worker.unref();
  });
  const ended = new Promise<boolean>((resolve) => worker.once("exit", () => resolve(true)));
  worker.once("error", (error) => {
    for (const answer of waiting.values()) answer(error.message);
    waiting.clear();
  });
  return {
    ask(act: "open" | "sync"): Promise<void> {
      return new Promise((resolve, reject) => {
        const id = ++last;
        waiting.set(id, (error) => {
          if (error === undefined) resolve();
          else reject(DAMAGED.test(error) ? new DamagedReplicaError(error) : new Error(error));
        });
        worker.ref();
        worker.postMessage({ id, act });
      });
    },
    close(): Promise<boolean> {
      worker.postMessage({ id: ++last, act: "close" });
      return ended;
    },
  };
}
