import { runIsolated } from "~/isolated/run.server";
import type { TaskLimits } from "~/isolated/tasks";
import type { ReadAreas } from "./areas.server";

const STOPPED = {
  time: "it takes too long",
  memory: "it takes too much memory",
  crash: "it's broken",
};

/** Read a file of areas that somebody sent (`readAreas`), in a process of its own with an end to its time and memory. */
export async function readSentAreas(
  path: string,
  fileName: string,
  account: string,
  limits?: TaskLimits,
): Promise<ReadAreas> {
  const ran = await runIsolated("areas", { path, fileName }, { account, limits });
  if ("result" in ran) return ran.result;
  return { geom: null, message: `We couldn't read this file: ${STOPPED[ran.stopped]}.` };
}
