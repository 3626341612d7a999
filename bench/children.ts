import { type ChildProcess, fork } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

export type Child<T> = { said: T; child: ChildProcess; gone: Promise<void>; stop(): Promise<void> };

/** Starts one of the compared servers, each with the flags that the app has; resolves with what it says when it listens. */
export function start<T>(
  file: string,
  args: string[],
  env: Record<string, string>,
  first?: unknown,
): Promise<Child<T>> {
  const child = fork(join(root, "bench", file), args, {
    cwd: root,
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { ...process.env, NODE_ENV: "production", LOG_LEVEL: "fatal", ...env },
  });
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  if (first !== undefined) child.send(first as object);
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`${file} ended with ${code}.`)));
    child.once("message", (said) =>
      resolve({
        said: said as T,
        child,
        gone,
        async stop() {
          child.kill("SIGTERM");
          await gone;
        },
      }),
    );
  });
}

/** The most memory that a process has held so far, in MB; null where the system does not tell. */
export function peakMemory(pid: number | undefined): number | null {
  const path = `/proc/${pid}/status`;
  if (!existsSync(path)) return null;
  const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(path, "utf8"))?.[1];
  return kilobytes ? Math.round(Number(kilobytes) / 1024) : null;
}
