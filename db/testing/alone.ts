import { afterAll, vi } from "vitest";

/**
 * For a test file that reloads modules: it starts with an empty module registry and leaves it empty. Import it before
 * anything else.
 */
vi.resetModules();

afterAll(async () => {
  const { resetAll: forgetAll } = await import("~/lib/process-state");
  await forgetAll();
  vi.resetModules();
});
