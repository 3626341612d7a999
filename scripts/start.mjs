/** `npm start`: from a bare checkout to a running app with its demo. The second time it only starts. */
import "./help.mjs";
import { spawn } from "node:child_process";
import { build, checkNode, install, isTaken, loadSettings, prepareDatabase, root, SERVER } from "./setup.mjs";

checkNode();
install();
loadSettings();
// A bare `npm start` is the demo. Who says production means it: no demo companies unless DEMO=1 says so too.
if (!process.env.NODE_ENV) process.env.DEMO ??= "1";
process.env.NODE_ENV ||= "production";
const port = process.env.PORT || "3000";
const host = process.env.HOST || "127.0.0.1";
if (await isTaken(host, Number(port))) {
  console.error(`Something listens on port ${port} already. Stop it, or choose another: PORT=3001 npm start`);
  process.exit(1);
}
build();
prepareDatabase();

// Few pools of the allocator, as in the Dockerfile: with many of them memory that was given back is kept (docs/security.md).
const server = spawn(process.execPath, [SERVER], {
  cwd: root,
  stdio: "inherit",
  // A newcomer reads the address and the sign-ins; LOG_LEVEL=info shows each request.
  env: { MALLOC_ARENA_MAX: "2", LOG_LEVEL: "warn", ...process.env },
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill(signal));
// npm's shell does not pass a signal on: a stopped `npm start` is noticed by its new parent.
const parent = process.ppid;
if (process.env.npm_lifecycle_event)
  setInterval(() => process.ppid === parent || server.kill("SIGTERM"), 500).unref();
server.on("exit", (code) => process.exit(code ?? 1));

const address = process.env.PUBLIC_URL || `http://localhost:${port}`;
for (let tries = 0; tries < 100; tries++) {
  await new Promise((resolve) => setTimeout(resolve, 100));
  const ready = await fetch(`http://${host}:${port}/readyz`).then(
    (r) => r.ok,
    () => false,
  );
  if (!ready) continue;
  console.log(`\nTimbertally runs at ${address}`);
  if (process.env.DEMO === "1") {
    console.log("\nDemo sign-ins, password timber-demo-2026:");
    for (const name of ["manager", "logger", "hauler", "mill", "owner", "rival", "multi", "new", "super"])
      console.log(`  ${name}@demo.test`);
  }
  console.log("\nCtrl+C stops it.\n");
  break;
}
