import { type ChildProcess, fork } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { lazy } from "~/lib/process-state";
import { callPeriodically } from "~/lib/time/watch";
import { getChildEnvironment, getTestTaskFolder } from "~/web/env.server";
import { log } from "~/web/log.server";
import { AppError } from "~/web/refusal";
import { FairQueue, QueueFullError } from "./fair-line";
import { ELAPSED_TIME_FACTOR, ISOLATED_TASKS, type IsolatedTask, type TaskLimits } from "./tasks";

/** Maximum number of files read at once, regardless of the number of users: each may briefly take hundreds of megabytes. */
const SLOTS = 2;
const line = lazy(
  () =>
    new FairQueue({
      slots: SLOTS,
      waitingPerAccount: 4,
      waiting: 24,
      waitMs: 45_000,
      restMs: 60_000,
    }),
);

/** Interval for checking a job's memory and time. */
const LOOK_MS = 60;

export type TaskResult<Result> = { result: Result } | { stopped: "time" | "memory" | "crash" };

const children = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});

/**
 * Function exported by a task's module: it accepts one value that can be sent to a process, and returns another such
 * value.
 */
type Reads = (input: never) => Promise<unknown>;
type Answer<R extends Reads> = TaskResult<Awaited<ReturnType<R>>>;

/**
 * Define a task that reads an uploaded file in a separate process, with limits on time and memory, so that the server
 * keeps responding whatever the file contains: `isolated<typeof readAreasFile>({ module, name, limits })`, next to the
 * task's reader. At most two tasks run at once, and one per account (`FairQueue`). If the queue is full, the returned
 * function throws a refusal with a message; only the refused job is lost.
 */
export function defineIsolatedTask<R extends Reads>(task: IsolatedTask) {
  ISOLATED_TASKS.push(task);
  return (
    input: Parameters<R>[0],
    { account, limits = task.limits }: { account: string; limits?: TaskLimits },
  ): Promise<Answer<R>> =>
    inLine(task, account, limits, () => runChild<Awaited<ReturnType<R>>>(task, input, limits));
}

async function inLine<Result>(
  { name }: IsolatedTask,
  account: string,
  { alone }: TaskLimits,
  run: () => Promise<TaskResult<Result>>,
): Promise<TaskResult<Result>> {
  const leave = await line()
    .enter(account, alone ? SLOTS : 1)
    .catch((error: unknown) => {
      throw error instanceof QueueFullError ? BUSY[error.why] : error;
    });
  let ran: TaskResult<Result> = { stopped: "crash" };
  try {
    ran = await run();
    if ("stopped" in ran)
      log.warn({ task: name, account, why: ran.stopped }, "a file was not read to its end");
    return ran;
  } finally {
    leave("stopped" in ran && ran.stopped !== "crash");
  }
}

const BUSY: Record<QueueFullError["why"], AppError> = {
  account: new AppError(
    "tooMany",
    "You already have several files waiting. Nothing was lost. Send this one again when they're done.",
    { retryAfter: 30 },
  ),
  resting: new AppError(
    "tooMany",
    "Your last file took too much time or memory to read. Wait a minute, then send another one.",
    { retryAfter: 60 },
  ),
  everybody: new AppError(
    "unavailable",
    "Many files are being read right now. Nothing was lost. Send yours again in a minute.",
    { retryAfter: 60 },
  ),
};

/**
 * Return the folders of the built task modules: next to the built server, or where tests put them; undefined if the
 * sources are loaded instead.
 */
const builtBeside = (script: string): string | undefined =>
  import.meta.env.PROD ? join(dirname(script), "../../build/isolated") : getTestTaskFolder();

function runChild<Result>(
  { module, name }: IsolatedTask,
  input: unknown,
  { ms, heap, megabytes }: TaskLimits,
) {
  // Use the name from package.json, since a path relative to this file would differ in the built server.
  const script = createRequire(import.meta.url).resolve("#isolated-child");
  const built = builtBeside(script);
  return new Promise<TaskResult<Result>>((resolve) => {
    const child = fork(script, built ? [built] : [], {
      execArgv: [`--max-old-space-size=${heap}`],
      env: { ...getChildEnvironment(), MALLOC_ARENA_MAX: "2" },
      serialization: "advanced",
      // Ignore what a library prints about a broken file.
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    children.add(child);
    const end = (ran: TaskResult<Result>) => {
      clearTimeout(late);
      stopLooking();
      children.delete(child);
      child.kill("SIGKILL");
      resolve(ran);
    };
    const late = setTimeout(() => end({ stopped: "time" }), ms * ELAPSED_TIME_FACTOR);
    const stopLooking = callPeriodically(async () => {
      const taken = await takenBy(child.pid);
      if (taken.megabytes > megabytes) end({ stopped: "memory" });
      else if (taken.ms > ms) end({ stopped: "time" });
    }, LOOK_MS);
    child.once("message", (answer) => end(answer as { result: Result }));
    child.once("error", () => end({ stopped: "crash" }));
    // Node aborts when its heap is full, and the kernel kills the process when the machine's memory is full; both count
    // as a memory limit.
    child.once("exit", (_code, signal) => end({ stopped: signal ? "memory" : "crash" }));
    child.send({ module, name, input }, (error) => error && end({ stopped: "crash" }));
  });
}

/** Return a process's memory and processor time; zero if the system does not report them. */
async function takenBy(pid: number | undefined): Promise<{ megabytes: number; ms: number }> {
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, "utf8").catch(() => "");
  const [status, stat] = await Promise.all([read("status"), read("stat")]);
  // Parse the fields after the process name in parentheses: the times in user and kernel mode are the 12th and 13th, in
  // hundredths of a second.
  const times = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return {
    megabytes: Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024,
    ms: 10 * (Number(times[11] ?? 0) + Number(times[12] ?? 0)),
  };
}
