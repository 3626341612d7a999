import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import type { TestProject } from "vitest/node";
import { sqldPath } from "../../scripts/sqld.mjs";
import { openDatabase } from "../client.server";
import { DERIVED_FILES } from "../derived";
import { migrateDatabase } from "../migrate.server";
import { hashReferenceData } from "../reference/seed";

declare module "vitest" {
  interface ProvidedContext {
    /** Path of a migrated database file with reference data, which each test file copies. */
    baseDatabase: string;
  }
}

const folder = fileURLToPath(new URL("../../.cache/test-base/", import.meta.url));
const dbFolder = fileURLToPath(new URL("../", import.meta.url));

/** Create the base database once per schema; tests of both transports (file and sqld) start from a copy. */
export default async function setup(project: TestProject) {
  const [base, isolated] = await Promise.all([baseDatabase(), isolatedModules(), sqldPath()]);
  project.provide("baseDatabase", base);
  process.env.ISOLATED_DIR = isolated;
  return () => {
    if (isolated !== process.env.TEST_ISOLATED) rmSync(isolated, { recursive: true, force: true });
  };
}

/** Build the modules that tests load in separate processes: loading a module from source takes four times as long. */
async function isolatedModules(): Promise<string> {
  // `npm test` passes the folder of the build that it has just created.
  if (process.env.TEST_ISOLATED) return process.env.TEST_ISOLATED;
  // The build is inside the repository so that the packages it imports can be resolved.
  const outDir = fileURLToPath(new URL(`../../.cache/isolated-${process.pid}`, import.meta.url));
  // Each transport's test project runs this setup separately, one after the other.
  if (process.env.ISOLATED_DIR === outDir) return outDir;
  const configFile = fileURLToPath(new URL("../../vite.config.ts", import.meta.url));
  await build({ configFile, mode: "isolated", logLevel: "warn", build: { outDir, emptyOutDir: true } });
  return outDir;
}

async function baseDatabase(): Promise<string> {
  const migrations = join(dbFolder, "migrations");
  const hash = createHash("sha256").update(hashReferenceData());
  for (const file of DERIVED_FILES) hash.update(readFileSync(join(dbFolder, file)));
  for (const file of readdirSync(migrations)
    .filter((f) => f.endsWith(".sql"))
    .sort())
    hash.update(readFileSync(join(migrations, file)));
  const path = join(folder, `${hash.digest("hex").slice(0, 16)}.db`);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const draft = `${path}.${process.pid}`;
  const db = await openDatabase({ url: `file:${draft}` });
  await migrateDatabase(db);
  // A copy without a journal, which each test file copies in turn.
  await db.client.execute({ sql: "VACUUM INTO ?", args: [`${draft}.copy`] });
  await db.close();
  renameSync(`${draft}.copy`, path);
  for (const suffix of ["", "-wal", "-shm"]) rmSync(`${draft}${suffix}`, { force: true });
  return path;
}
