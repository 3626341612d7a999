import { afterAll, vi } from "vitest";

/**
 * For a file that puts something in a module's place, or reads modules once more: it starts with none, and leaves none. Imported
 * before anything else.
 */
vi.resetModules();

afterAll(async () => {
  const { forgetAll } = await import("../outliving");
  await forgetAll();
  vi.resetModules();
});
