import { type ChildProcess, fork } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { madeOnce } from "#db/outliving";
import { watch } from "~/domain/time/watch";
import { log } from "~/web/log.server";
import { Refusal } from "~/web/refusal";
import { FairLine, LineFull } from "./fair-line";
import { type IsolatedTask, PATIENCE, TASKS, type TaskLimits } from "./tasks";

/** Two files at once, however many people send some: each may take hundreds of megabytes for a moment. */
const SLOTS = 2;
const line = madeOnce(
  () =>
    new FairLine({
      slots: SLOTS,
      waitingPerAccount: 4,
      waiting: 24,
      waitMs: 45_000,
      restMs: 60_000,
    }),
);

/** How often a job's memory and time are looked at. */
const LOOK_MS = 60;

export type Ran<Result> = { result: Result } | { stopped: "time" | "memory" | "crash" };

const children = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});

/** What a task's module exports: it takes one value that can be sent to a process, and answers with another. */
type Reads = (input: never) => Promise<unknown>;
type Answer<R extends Reads> = Ran<Awaited<ReturnType<R>>>;

/**
 * Define what reads a file that someone sent in its own process, with limits on time and memory, so that the server keeps
 * answering whatever the file holds: `isolated<typeof readAreasFile>({ module, name, limits })`, beside its reader. At
 * most two run at once and one per account (`FairLine`). What comes back throws a refusal, in words, if the line is full;
 * only that job is lost.
 */
export function isolated<R extends Reads>(task: IsolatedTask) {
  TASKS.push(task);
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
  run: () => Promise<Ran<Result>>,
): Promise<Ran<Result>> {
  const leave = await line()
    .enter(account, alone ? SLOTS : 1)
    .catch((error: unknown) => {
      throw error instanceof LineFull ? BUSY[error.why] : error;
    });
  let ran: Ran<Result> = { stopped: "crash" };
  try {
    ran = await run();
    if ("stopped" in ran)
      log.warn({ task: name, account, why: ran.stopped }, "a file was not read to its end");
    return ran;
  } finally {
    leave("stopped" in ran && ran.stopped !== "crash");
  }
}

const BUSY: Record<LineFull["why"], Refusal> = {
  account: new Refusal(
    "tooMany",
    "You already have several files waiting. Nothing was lost. Send this one again when they're done.",
    { retryAfter: 30 },
  ),
  resting: new Refusal(
    "tooMany",
    "Your last file took too much time or memory to read. Wait a minute, then send another one.",
    { retryAfter: 60 },
  ),
  everybody: new Refusal(
    "unavailable",
    "Many files are being read right now. Nothing was lost. Send yours again in a minute.",
    { retryAfter: 60 },
  ),
};

/** Where the modules of the tasks are built: beside the server that is, or where tests have put them. Else sources are read. */
const builtBeside = (script: string): string | undefined =>
  import.meta.env.PROD ? join(dirname(script), "../../build/isolated") : process.env.ISOLATED_DIR;

function runChild<Result>(
  { module, name }: IsolatedTask,
  input: unknown,
  { ms, heap, megabytes }: TaskLimits,
) {
  // The name is given in package.json: a path from here would be another one in the built server.
  const script = createRequire(import.meta.url).resolve("#isolated-child");
  const { PATH, TMPDIR, NODE_ENV } = process.env;
  const built = builtBeside(script);
  return new Promise<Ran<Result>>((resolve) => {
    const child = fork(script, built ? [built] : [], {
      execArgv: [`--max-old-space-size=${heap}`],
      env: { PATH, TMPDIR, NODE_ENV, MALLOC_ARENA_MAX: "2" },
      serialization: "advanced",
      // What a library says of a broken file is for nobody.
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    children.add(child);
    const end = (ran: Ran<Result>) => {
      clearTimeout(late);
      stopLooking();
      children.delete(child);
      child.kill("SIGKILL");
      resolve(ran);
    };
    const late = setTimeout(() => end({ stopped: "time" }), ms * PATIENCE);
    const stopLooking = watch(async () => {
      const taken = await takenBy(child.pid);
      if (taken.megabytes > megabytes) end({ stopped: "memory" });
      else if (taken.ms > ms) end({ stopped: "time" });
    }, LOOK_MS);
    child.once("message", (answer) => end(answer as { result: Result }));
    child.once("error", () => end({ stopped: "crash" }));
    // Node aborts where its heap is full, and the kernel kills where the machine's memory is.
    child.once("exit", (_code, signal) => end({ stopped: signal ? "memory" : "crash" }));
    child.send({ module, name, input }, (error) => error && end({ stopped: "crash" }));
  });
}

/** How much memory a process holds and how long it has computed; nought where the system does not say. */
async function takenBy(pid: number | undefined): Promise<{ megabytes: number; ms: number }> {
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, "utf8").catch(() => "");
  const [status, stat] = await Promise.all([read("status"), read("stat")]);
  // After the name in parentheses: the times in user and kernel mode are the 12th and 13th, in hundredths of a second.
  const times = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return {
    megabytes: Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024,
    ms: 10 * (Number(times[11] ?? 0) + Number(times[12] ?? 0)),
  };
}
