/**
 * `npm run test:hostile`: starts the built server with 256 MB of heap over the demo and makes every attack of
 * `scripts/hostile/attacks.ts` on it, one after another. Prints a table, and ends with 1 where `/healthz` took longer
 * than a quarter of a second, memory rose above 400 MB, the process ended or an answer was a fault of the server's.
 * `npm run test:hostile -- NAME` makes only those whose code or name contains NAME.
 */

import { targetOf } from "./hostile/attack";
import { ATTACKS } from "./hostile/attacks";
import { ROOM_MB } from "./hostile/attacks/hostile-files";
import { attempt, type Outcome, tableOf } from "./hostile/report";
import { SMALL_SERVER, serveDemo } from "./serve";
import { tryBuild } from "./setup.mjs";

const BOUNDS = { healthz: 250, rss: 400 };

const wanted = process.argv[2]?.toLowerCase() ?? "";
const attacks = ATTACKS.filter(({ code, name }) => `${code} ${name}`.toLowerCase().includes(wanted));
if (!attacks.length) {
  console.error(`No attack has ${wanted} in its name.`);
  process.exit(1);
}
if (tryBuild() !== 0) process.exit(1);
const served = await serveDemo({ ...SMALL_SERVER, FILE_QUOTA_MB: String(ROOM_MB) });
try {
  const target = targetOf(served);
  // The first answers of a process are slower than any later one; they are not what is looked at.
  const manager = await target.as("manager");
  for (const path of ["/", "/signup", "/jobs/1", "/jobs/1/map/edit?method=draw", "/trip-tickets", "/healthz"])
    for (let i = 0; i < 3; i++) await manager.get(served.url + path);
  const outcomes: Outcome[] = [];
  for (const attack of attacks) {
    process.stdout.write(`${attack.code} ${attack.name} …\n`);
    const outcome = await attempt(attack, target, BOUNDS);
    outcomes.push(outcome);
    // What comes after a dead server says nothing.
    if (outcome.wrong.includes("the process is gone")) break;
  }
  console.log(`\n${tableOf(outcomes)}`);
  const fell = outcomes.filter(({ wrong }) => wrong.length).length;
  console.log(fell ? `\n${fell} of ${attacks.length} did harm.` : `\nAll ${attacks.length} were held off.`);
  process.exitCode = fell || outcomes.length < attacks.length ? 1 : 0;
} finally {
  await served.stop();
}
