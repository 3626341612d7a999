/**
 * `npm run test:offline -- --count 1000 --seed 7`: submissions of a real browser over a line that is cut, loses answers and is
 * a motel's, while server and browser are killed and the session ends. Prints what the server has of them, and exits with 1
 * where one is lost, double or stuck.
 */
import { parseArgs } from "node:util";
import { offlineRun, runInWords } from "./offline/run";
import { tryBuild } from "./setup.mjs";

const { values } = parseArgs({
  options: { count: { type: "string", default: "1000" }, seed: { type: "string", default: "7" } },
});
const [count, seed] = [Number(values.count), Number(values.seed)];
if (!(count > 0 && seed > 0)) {
  console.error("--count and --seed take a number.");
  process.exit(1);
}
if (tryBuild() !== 0) process.exit(1);
const run = await offlineRun({ count, seed, say: console.log });
console.log(`\n${runInWords(run)}`);
for (const [name, list] of Object.entries({ lost: run.lost, double: run.double, stuck: run.stuck }))
  for (const one of list) console.log(`${name}: ${one}`);
process.exitCode = run.rows === count && run.texts === count && run.stuck.length === 0 ? 0 : 1;
