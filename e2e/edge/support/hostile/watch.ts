import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";

/**
 * Measurements of the server while a function runs: longest response time in milliseconds, number of polls, and memory
 * in MB.
 */
export type ServerMeasurements = { longest: number; asked: number; rss: number };

/**
 * Poll `/healthz` while `work` runs, and measure the server's memory. Polling runs in a separate thread: in the busy
 * attacking thread, its own delays would count as the server's.
 */
export async function measureServer<T>(
  url: string,
  pid: number,
  work: () => Promise<T>,
): Promise<ServerMeasurements & { result: T }> {
  const probe = new Worker(new URL("./probe.mjs", import.meta.url), { workerData: { url } });
  const said = new Promise<{ longest: number; asked: number }>((resolve, reject) => {
    probe.once("error", reject);
    probe.on("message", (message) => typeof message === "object" && resolve(message));
  });
  await new Promise<void>((resolve) => probe.on("message", (message) => message === "ready" && resolve()));
  let rss = getMemoryMb(pid);
  const looking = setInterval(() => {
    rss = Math.max(rss, getMemoryMb(pid));
  }, 50);
  try {
    const result = await work();
    probe.postMessage("over");
    return { ...(await said), rss: Math.max(rss, getMemoryMb(pid)), result };
  } finally {
    clearInterval(looking);
    await probe.terminate();
  }
}

/** Return a process's memory in megabytes as Linux reports it; 0 if the process has ended. */
export function getMemoryMb(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
