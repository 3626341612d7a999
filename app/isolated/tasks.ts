/**
 * How much a job may take before its process is killed: `ms` of processor time (and `PATIENCE` times that by the clock, so
 * that a busy machine fails nobody's file), `megabytes` of memory in all, of which `heap` is what scripts may hold. A job
 * that runs `alone` takes every place there is.
 */
export type TaskLimits = { ms: number; heap: number; megabytes: number; alone?: boolean };
export const PATIENCE = 3;

/**
 * What a process of its own does with a file: it imports `module`, a path below `app/`, and calls what that exports as
 * `name`. It is said as data, so that the process loads this one module and nothing that stands above it.
 */
export type IsolatedTask = { module: string; name: string; limits: TaskLimits };

/** Every task that the program has defined (`isolated`). No other is ever sent to a process. */
export const TASKS: IsolatedTask[] = [];
