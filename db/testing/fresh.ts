import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, vi } from "vitest";
import { resetAll } from "~/lib/process-state";

/**
 * Pure and database tests share their processes, since starting one for each file takes longer than most files need,
 * and share the loaded program, since its modules and queries are created once. State that a file may leave behind is
 * cleared before the next file is loaded: everything that the program holds beyond a request, the environment, the
 * stored files.
 */
await resetAll();
// A separate folder per file: late writes of the previous file go to that file's folder.
const files = mkdtempSync(join(tmpdir(), "timbertally-files-"));
process.env.FILES_DIR = files;
const before = { ...process.env };

// Registered first, so it runs last.
afterAll(async () => {
  await resetAll();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
  rmSync(files, { recursive: true, force: true });
});
