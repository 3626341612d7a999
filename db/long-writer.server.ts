import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import type { Row } from "@libsql/client";
import type { Statement } from "./database";

/** Result of a statement from the driver, whose integers are not yet converted to numbers. */
export type RawResultSet = {
  columns: string[];
  rows: Row[];
  changes: number;
  lastInsertRowid: number | bigint;
};
type Answer = { id: number; sets: RawResultSet[]; error?: undefined } | { id: number; error: object };
type Waiting = { done(sets: RawResultSet[]): void; failed(error: Error): void };

/**
 * Run batches in a separate thread with its own connection, so that a commit over thousands of rows delays no other
 * request. The first batch starts the thread. The caller must send one batch at a time, because two writing connections
 * would wait for each other.
 */
export function createLongWriter(path: string, timeout: number) {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let last = 0;

  function begun(): Worker {
    // The path is defined in package.json, because a relative path would differ in the built server.
    const script = createRequire(import.meta.url).resolve("#long-writes");
    const worker = new Worker(script, { workerData: { path, timeout }, execArgv: [] });
    worker.unref();
    worker.on("message", (answer: Answer) => {
      const { done, failed } = waiting.get(answer.id) ?? {};
      waiting.delete(answer.id);
      if (!waiting.size) worker.unref();
      if (answer.error) failed?.(Object.assign(new Error("the database"), answer.error));
      else done?.(answer.sets);
    });
    worker.once("error", (error) => ended(worker, error));
    worker.once("exit", () => ended(worker, closed()));
    return worker;
  }
  /** A batch may or may not have run if its thread ended; the next batch gets a new thread. */
  function ended(item: Worker, error: unknown): void {
    if (worker !== item) return;
    worker = null;
    const why = error instanceof Error ? error : closed();
    for (const { failed } of waiting.values()) failed(why);
    waiting.clear();
  }

  return {
    /** Run all statements or none; rejects with the driver's error. */
    batch(statements: readonly Statement[]): Promise<RawResultSet[]> {
      worker ??= begun();
      const item = worker;
      return new Promise((done, failed) => {
        const id = ++last;
        waiting.set(id, { done, failed });
        item.ref();
        item.postMessage({ id, statements });
      });
    },
    async close(): Promise<void> {
      const item = worker;
      if (!item) return;
      const gone = new Promise((resolve) => item.once("exit", resolve));
      // Keep the process alive until the thread finishes, even if it has nothing else to do.
      item.ref();
      item.postMessage({ id: ++last });
      await gone;
    },
  };
}

const closed = () => Object.assign(new Error("The writing thread ended."), { code: "CLIENT_CLOSED" });
