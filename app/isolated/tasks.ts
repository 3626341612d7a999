import type { PictureInput, PictureMade } from "~/core/files/picture-task.mjs";
import type { ReadAreas } from "~/features/maps/areas.server";
import type { StatementRead } from "~/features/reconcile/read-statement.server";

/** What a child process does (`child.mjs`), by name: its input and its result. */
export type Tasks = {
  areas: { input: { path: string; fileName: string }; result: ReadAreas };
  statement: { input: { path: string }; result: StatementRead };
  picture: { input: PictureInput; result: PictureMade };
};

/**
 * How much a job may take before its process is killed: `ms` of processor time (and `PATIENCE` times that by the clock, so
 * that a busy machine fails nobody's file), `megabytes` of memory in all, of which `heap` is what scripts may hold.
 */
export type TaskLimits = { ms: number; heap: number; megabytes: number };
export const PATIENCE = 3;

export const TASK_LIMITS: Record<keyof Tasks, TaskLimits> = {
  areas: { ms: 15_000, heap: 192, megabytes: 384 },
  statement: { ms: 10_000, heap: 160, megabytes: 320 },
  picture: { ms: 15_000, heap: 64, megabytes: 320 },
};
