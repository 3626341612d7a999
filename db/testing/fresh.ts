import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, vi } from "vitest";
import { resetAll } from "../process-state";

/**
 * Pure and database tests share their processes, since a new one for each file takes longer than most files need, and the
 * program that is read there, since its modules and queries are made once. What a file may leave behind for the next is
 * cleared before that is read: all that the program keeps beyond a request, the environment, the stored files.
 */
await resetAll();
// A folder of its own: what the file before still writes when it is over goes to its own folder.
const files = mkdtempSync(join(tmpdir(), "timbertally-files-"));
process.env.FILES_DIR = files;
const before = { ...process.env };

// Registered first, and so it comes last.
afterAll(async () => {
  await resetAll();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
  rmSync(files, { recursive: true, force: true });
});
