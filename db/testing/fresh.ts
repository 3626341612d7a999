import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, vi } from "vitest";
import { resetAll } from "~/lib/process-state";

/**
 * Pure tests and database tests share processes, since starting a process per file takes longer than most files need.
 * They also share the loaded program, whose modules and queries are then created once. Before each file, clear what the
 * previous file may have left: all state that outlives a request, the environment, and stored files.
 */
await resetAll();
// Use a separate folder per test file, so that late writes of the previous file go to the previous folder.
const files = mkdtempSync(join(tmpdir(), "timbertally-files-"));
process.env.FILES_DIR = files;
const before = { ...process.env };

// Registered first, so that this cleanup runs after all others.
afterAll(async () => {
  await resetAll();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
  rmSync(files, { recursive: true, force: true });
});
