import { afterAll, vi } from "vitest";

/** For a file that reads modules once more: it starts with none, and leaves none. Imported before anything else. */
vi.resetModules();

afterAll(async () => {
  const { resetAll: forgetAll } = await import("../process-state");
  await forgetAll();
  vi.resetModules();
});
