/**
 * Limits of a job, after which its process is killed. `ms` is processor time; `PATIENCE` times as much elapsed time is
 * allowed, so that a busy machine doesn't cause failures. `megabytes` is the total memory, of which `heap` is the limit
 * for scripts. A job that runs `alone` takes every slot.
 */
export type TaskLimits = { ms: number; heap: number; megabytes: number; alone?: boolean };
export const ELAPSED_TIME_FACTOR = 3;

/**
 * Task that reads a file in a separate process: the process imports `module`, a path below `app/`, and calls its export
 * `name`. It is defined as data, so that the process loads only this module and nothing that imports it.
 */
export type IsolatedTask = { module: string; name: string; limits: TaskLimits };

/** Every task that the program has defined (`isolated`). No other task is ever sent to a process. */
export const ISOLATED_TASKS: IsolatedTask[] = [];
