import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { serveDemo, TEST_SECRETS } from "../../scripts/serve";

/**
 * Build the app if a source is newer than the last build, then start it with a fresh demo that all end-to-end tests
 * share.
 */
export default async function setup() {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const build = "import('./scripts/setup.mjs').then((setup) => setup.build())";
  const { status } = spawnSync(process.execPath, ["--eval", build], { cwd: root, stdio: "inherit" });
  if (status !== 0) throw new Error("The app could not be built.");
  const served = await serveDemo();
  Object.assign(process.env, TEST_SECRETS, { LOG_LEVEL: "fatal" });
  process.env.E2E_URL = served.url;
  process.env.E2E_DATABASE_URL = served.databaseUrl;
  return () => served.stop();
}
