import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { makeDemoFile } from "../../../scripts/serve";
import { sqldPath } from "../../../scripts/sqld.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** The demo in a database file, to be copied to each test's primary. */
    demoDatabase: string;
  }
}

/** Builds if a source is newer than the build, and creates the demo that every test's primary starts from. */
export default async function setup(project: TestProject) {
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  const build = "import('./scripts/setup.mjs').then((setup) => setup.build())";
  const { status } = spawnSync(process.execPath, ["--eval", build], { cwd: root, stdio: "inherit" });
  if (status !== 0) throw new Error("The app could not be built.");
  await sqldPath();
  const folder = mkdtempSync(join(tmpdir(), "timbertally-edge-demo-"));
  const file = join(folder, "demo.db");
  await makeDemoFile(file);
  project.provide("demoDatabase", file);
  return () => rmSync(folder, { recursive: true, force: true });
}
