import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";

/** Measurements of the server during an action. */
export type Seen = { longest: number; asked: number; rss: number };

/**
 * Polls `/healthz` while `work` is under way, and measures the process's memory. Runs in a thread of its own: the
 * attacker is busy, and would mistake its own waiting for the server's.
 */
export async function watched<T>(
  url: string,
  pid: number,
  work: () => Promise<T>,
): Promise<Seen & { result: T }> {
  const probe = new Worker(new URL("./probe.mjs", import.meta.url), { workerData: { url } });
  const said = new Promise<{ longest: number; asked: number }>((resolve, reject) => {
    probe.once("error", reject);
    probe.on("message", (message) => typeof message === "object" && resolve(message));
  });
  await new Promise<void>((resolve) => probe.on("message", (message) => message === "ready" && resolve()));
  let rss = memoryOf(pid);
  const looking = setInterval(() => {
    rss = Math.max(rss, memoryOf(pid));
  }, 50);
  try {
    const result = await work();
    probe.postMessage("over");
    return { ...(await said), rss: Math.max(rss, memoryOf(pid)), result };
  } finally {
    clearInterval(looking);
    await probe.terminate();
  }
}

/** Memory of a process as Linux reports it, in megabytes; nothing if it is gone. */
export function memoryOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
