import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { serveDemo } from "../../../scripts/serve";

declare module "vitest" {
  interface ProvidedContext {
    /** The built app over a demo database shared by this project's test files. */
    served: { url: string; databaseUrl: string };
  }
}

/** Build if a source is newer than the build, and start the built app over a fresh demo. */
export default async function setup(project: TestProject) {
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  const build = "import('./scripts/setup.mjs').then((setup) => setup.build())";
  const { status } = spawnSync(process.execPath, ["--eval", build], { cwd: root, stdio: "inherit" });
  if (status !== 0) throw new Error("The app could not be built.");
  const served = await serveDemo();
  project.provide("served", { url: served.url, databaseUrl: served.databaseUrl });
  return () => served.stop();
}
