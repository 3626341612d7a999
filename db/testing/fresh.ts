import { rmSync } from "node:fs";
import { afterAll, vi } from "vitest";

/**
 * Pure and database tests share their processes, since a new one for each file takes longer than most files need. What a
 * file may leave behind for the next is cleared before that is read: the modules with all that they keep, the
 * environment, the stored files.
 */
vi.resetModules();
const before = { ...process.env };

afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
  if (before.FILES_DIR) rmSync(before.FILES_DIR, { recursive: true, force: true });
});
