/**
 * A process of its own for one uploaded file (`run.server.ts` starts it): it reads what somebody sent, answers once and
 * ends. It gets no secrets of the server's in its environment, yields the processor to the server, and where memory runs
 * out it is the one that the kernel ends.
 */
import { writeFileSync } from "node:fs";
import { setPriority } from "node:os";

try {
  setPriority(5);
  writeFileSync("/proc/self/oom_score_adj", "1000");
} catch {
  // Only Linux has the second; reading works without either.
}

/** Import a module of the server's, which is TypeScript. */
async function typescript(path) {
  const { register } = await import("tsx/esm/api");
  register();
  return import(path);
}

const TASKS = {
  areas: () => typescript("../features/maps/areas.server.ts").then((module) => module.readAreasFile),
  statement: () =>
    typescript("../features/reconcile/read-statement.server.ts").then((module) => module.readStatementFile),
  picture: () => import("../core/files/picture-task.mjs").then((module) => module.makePictures),
};

process.once("message", async ({ task, input }) => {
  const work = await TASKS[task]();
  const result = await work(input);
  process.send({ result }, () => process.exit(0));
});
process.once("disconnect", () => process.exit(1));
