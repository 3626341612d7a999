import { defineIsolatedTask } from "~/sandbox/run.server";
import type { TaskLimits } from "~/sandbox/tasks";
import type { ReadAreasResult, readAreasFile } from "./areas.server";

const readAlone = defineIsolatedTask<typeof readAreasFile>({
  module: "modules/maps/data/areas.server.ts",
  name: "readAreasFile",
  limits: { ms: 15_000, heap: 192, megabytes: 384 },
});

const STOPPED = {
  time: "it takes too long",
  memory: "it takes too much memory",
  crash: "it's broken",
};

/** Read an uploaded file of areas (`readAreas`), in a separate process with limits on time and memory. */
export async function readAreasInSandbox(
  path: string,
  fileName: string,
  account: string,
  limits?: TaskLimits,
): Promise<ReadAreasResult> {
  const ran = await readAlone({ path, fileName }, { account, limits });
  if ("result" in ran) return ran.result;
  return { geom: null, message: `We couldn't read this file: ${STOPPED[ran.stopped]}.` };
}
