import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import type { Row } from "@libsql/client";
import type { Statement } from "./database";

/** What a statement did, as the driver says it: whole numbers are not yet numbers. */
export type RawSet = {
  columns: string[];
  rows: Row[];
  changes: number;
  lastInsertRowid: number | bigint;
};
type Answer = { id: number; sets: RawSet[]; error?: undefined } | { id: number; error: object };
type Waiting = { done(sets: RawSet[]): void; failed(error: Error): void };

/**
 * Carries out batches in a thread of its own, on a connection of its own, so that a commit over thousands of rows holds up
 * nobody else's page. The thread is begun with the first of them. Who uses it sends one at a time: two connections that
 * write would wait for each other.
 */
export function createLongWriter(path: string, timeout: number) {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let last = 0;

  function begun(): Worker {
    // The name is given in package.json: a path from here would be another one in the built server.
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
  /** What was asked of a thread that ended is not known to be done; the next batch gets a new thread. */
  function ended(item: Worker, error: unknown): void {
    if (worker !== item) return;
    worker = null;
    const why = error instanceof Error ? error : closed();
    for (const { failed } of waiting.values()) failed(why);
    waiting.clear();
  }

  return {
    /** All statements or none; fails with what the driver says. */
    batch(statements: readonly Statement[]): Promise<RawSet[]> {
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
      // A process that has nothing else to do would end before its thread does.
      item.ref();
      item.postMessage({ id: ++last });
      await gone;
    },
  };
}

const closed = () => Object.assign(new Error("The writing thread ended."), { code: "CLIENT_CLOSED" });
