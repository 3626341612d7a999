/** `npm run dev`: the app with Vite in the same server, rebuilt as files change. */
import "./help.mjs";
import { spawn } from "node:child_process";
import { checkNode, install, loadSettings, prepareDatabase, root } from "./setup.mjs";

checkNode();
install();
loadSettings();
process.env.NODE_ENV = "development";
prepareDatabase();
const server = spawn(process.execPath, ["--import", "tsx", "server/index.ts", "--dev"], {
  cwd: root,
  stdio: "inherit",
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill(signal));
server.on("exit", (code) => process.exit(code ?? 1));
