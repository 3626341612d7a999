import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const cache = join(root, ".cache", "bench");

/** The database to measure over; made where there is none for this schema and this many tickets. */
export function databaseOf(tickets: number): string {
  mkdirSync(cache, { recursive: true });
  const path = join(cache, `${tickets}-${schemaMark()}.db`);
  if (existsSync(path)) return path;
  console.log(`Making ${tickets.toLocaleString("en-US")} tickets, once.`);
  const { status } = spawnSync(process.execPath, ["--import", "tsx", "bench/set.ts", path, String(tickets)], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) throw new Error("The set could not be made.");
  return path;
}

/** What a set depends on: a set of yesterday's schema is not measured today. */
function schemaMark(): string {
  const folders = ["db/migrations", "db/bulk", "bench"];
  const files = folders.flatMap((f) => readdirSync(join(root, f)).map((name) => join(f, name)));
  const mark = createHash("sha256");
  for (const file of [...files, "db/derived.sql"].sort())
    if (/\.sql$|db\/bulk\/(bulk|world)\.ts$|bench\/(set|person)\.ts$/.test(file))
      mark.update(readFileSync(join(root, file)));
  return mark.digest("hex").slice(0, 12);
}

export type Child<T> = { said: T; child: ChildProcess; stop(): Promise<void> };

/** Starts one of the compared servers; resolves with what it says when it listens. */
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
