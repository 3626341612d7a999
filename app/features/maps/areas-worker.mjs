/** What `readAreasApart` starts in a thread of its own: reads one file, says what it read, and ends. */
import { readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { register } from "tsx/esm/api";

// A thread does not get its server's way of reading TypeScript.
register();
const { readAreas } = await import("./areas.server.ts");
parentPort?.postMessage(readAreas(readFileSync(workerData.path), workerData.fileName));
