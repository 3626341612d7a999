import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, vi } from "vitest";

/**
 * Pure and database tests share their processes, since a new one for each file takes longer than most files need. What a
 * file may leave behind for the next is cleared before that is read: the modules with all that they keep, the
 * environment, the stored files.
 */
vi.resetModules();
// A folder of its own: what the file before still writes when it is over goes to its own folder.
const files = mkdtempSync(join(tmpdir(), "timbertally-files-"));
process.env.FILES_DIR = files;
const before = { ...process.env };

afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
  rmSync(files, { recursive: true, force: true });
});
