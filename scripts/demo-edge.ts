/** `npx tsx scripts/demo-edge.ts`: the servers that `node scripts/demo-edge.mjs` starts. */
import "./help.mjs";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEMO_PASSWORD } from "../app/modules/dashboard/rules/demo";
import { DEMO_SIGN_INS } from "../db/demo/seed";
import { type Edge, startEdge } from "./edge";
import { makeDemoFile } from "./serve";

let edge: Edge | undefined;
let ending = false;
async function end(code: number) {
  if (ending) return;
  ending = true;
  await edge?.stop();
  process.exit(code);
}
// Ctrl+C already signals every process of the group, so a second signal from the parent has no effect.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void end(0));

const folder = mkdtempSync(join(tmpdir(), "timbertally-edge-demo-"));
const demo = join(folder, "demo.db");
await makeDemoFile(demo);
edge = await startEdge(demo);
rmSync(folder, { recursive: true, force: true });
const [north, south] = await Promise.all([edge.serve("north"), edge.serve("south")]);
for (const app of [north, south])
  app.gone.then(() => {
    if (!ending) console.error(app.said());
    return end(1);
  });

console.log(`
A libSQL primary runs at ${edge.primaryUrl} (process ${edge.primary.pid()}).
Two servers read from their own replicas and write to it:

  ${north.url}   (process ${north.child.pid})
  ${south.url}   (process ${south.child.pid})

Sign in on one, change something, and look at the other: a session made on one holds on both.
Stop the primary for a while, and go on reading:  kill -STOP ${edge.primary.pid()}; sleep 30; kill -CONT ${edge.primary.pid()}

Demo sign-ins, password ${DEMO_PASSWORD}:
${DEMO_SIGN_INS.map((who) => `  ${who}`).join("\n")}

Replicas and primary lie in ${edge.folder}. Ctrl+C stops all and takes the folder away.
`);
