/**
 * Limits of a job before its process is killed: `ms` of processor time (and `PATIENCE` times that in elapsed time, so
 * that a busy machine doesn't cause failures), `megabytes` of memory in total, of which `heap` is the limit for
 * scripts. A job that runs `alone` takes every slot.
 */
export type TaskLimits = { ms: number; heap: number; megabytes: number; alone?: boolean };
export const PATIENCE = 3;

/**
 * Task of a separate process for a file: import `module`, a path below `app/`, and call its export `name`. It is
 * defined as data, so that the process loads this one module and nothing that imports it.
 */
export type IsolatedTask = { module: string; name: string; limits: TaskLimits };

/** Every task that the program has defined (`isolated`). No other task is ever sent to a process. */
export const TASKS: IsolatedTask[] = [];
