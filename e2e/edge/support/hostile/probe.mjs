/** Ask a server's `/healthz` until told to stop, and report the slowest answer. */
import { Agent, request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

const EVERY = 40;
/** So long is waited for an answer; one that takes longer counts as this long. */
const PATIENCE = 20_000;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** @returns {Promise<number>} milliseconds; an answer that is wrong or does not come counts as `PATIENCE` */
function healthIn() {
  const start = performance.now();
  return new Promise((resolve) => {
    const asked = request(`${workerData.url}/healthz`, { agent, timeout: PATIENCE }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode === 200 ? performance.now() - start : PATIENCE));
    });
    asked.on("timeout", () => asked.destroy());
    asked.on("error", () => resolve(PATIENCE));
    asked.end();
  });
}

let over = false;
parentPort?.on("message", () => {
  over = true;
});
await healthIn();
parentPort?.postMessage("ready");
let [longest, asked] = [0, 0];
// Once more after it is over: what was left behind for the loop shows in that answer.
for (let last = false; !last; ) {
  last = over;
  longest = Math.max(longest, await healthIn());
  asked += 1;
  await new Promise((resolve) => setTimeout(resolve, EVERY));
}
agent.destroy();
parentPort?.postMessage({ longest, asked });
parentPort?.close();
