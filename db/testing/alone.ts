import { afterAll, vi } from "vitest";

/** Import this first in a test file that reloads modules: the file then starts and ends with an empty module registry. */
vi.resetModules();

afterAll(async () => {
  const { resetAll: forgetAll } = await import("~/lib/process-state");
  await forgetAll();
  vi.resetModules();
});
