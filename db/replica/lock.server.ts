import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { getErrorCode } from "~/lib/object/records";
import { DatabaseOpenError } from "../database";

const holder = z.object({ pid: z.number().int().positive(), born: z.string().nullable() });
type Holder = z.output<typeof holder>;

/**
 * Acquire the lock of a replica file for this process and return a function that releases the lock. A second process on
 * the same file would damage it permanently, so a second process is refused. The lock of a dead process is taken over.
 */
export function acquireReplicaLock(file: string): () => void {
  const lock = `${file}.lock`;
  const mine = JSON.stringify({ pid: process.pid, born: birthOf(process.pid) } satisfies Holder);
  for (let tries = 0; tries < 5; tries++) {
    if (make(lock, mine)) {
      const release = () => {
        process.off("exit", release);
        if (contentOf(lock) === mine) rmSync(lock, { force: true });
      };
      process.on("exit", release);
      return release;
    }
    const text = contentOf(lock);
    if (text === null) continue;
    const holder = parse(text);
    if (holder && isAlive(holder))
      throw new DatabaseOpenError(
        `${file} is in use by process ${holder.pid}. A replica file belongs to one process: stop that one, or name another file in DATABASE_URL.`,
      );
    takeAway(lock, text);
  }
  throw new DatabaseOpenError(`The lock ${lock} could not be taken: others are after it.`);
}

/** Create the lock file atomically: write a draft first, then link the draft to the lock's name. */
function make(lock: string, content: string): boolean {
  const draft = `${lock}.${process.pid}`;
  writeFileSync(draft, content);
  try {
    linkSync(draft, lock);
    return true;
  } catch (error) {
    if (getErrorCode(error) === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Remove only the lock that was read, not a lock that another process has created since. */
function takeAway(lock: string, stale: string) {
  const aside = `${lock}.${process.pid}.stale`;
  try {
    renameSync(lock, aside);
  } catch {
    return;
  }
  const moved = contentOf(aside);
  if (moved !== null && moved !== stale) make(lock, moved);
  rmSync(aside, { force: true });
}

function contentOf(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

function parse(content: string): Holder | null {
  try {
    const zodSafeParseResult = holder.safeParse(JSON.parse(content));
    return zodSafeParseResult.success ? zodSafeParseResult.data : null;
  } catch {
    return null;
  }
}

function isAlive({ pid, born }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (getErrorCode(error) === "ESRCH") return false;
  }
  // The process id may have been reused since the lock was created, as it is in every container after a restart.
  return born === null || birthOf(pid) === born;
}

/** Return the start time of a process, in a form that no other process of this machine shares; null if unknown. */
function birthOf(pid: number): string | null {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return `${boot}:${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]}`;
  } catch {
    return null;
  }
}
