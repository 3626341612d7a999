/** `node scripts/demo-edge.mjs`: a libSQL primary and two app servers beside their own replicas, on this machine. */
import "./help.mjs";
import { spawn } from "node:child_process";
import { build, checkNode, install, root } from "./setup.mjs";

checkNode();
install();
build();
const edge = spawn(process.execPath, ["--import", "tsx", "scripts/demo-edge.ts"], {
  cwd: root,
  stdio: "inherit",
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => edge.kill(signal));
edge.on("exit", (code) => process.exit(code ?? 1));
