import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, vi } from "vitest";

process.env.SESSION_SECRET ??= "a-secret-for-tests-alone-0123456789";
process.env.QR_KEYS ??= "t1:a-key-for-tests-alone-0123456789-0123456789";
process.env.LOG_LEVEL ??= "silent";
// Raise the work limit: tests create in a minute as much as an office creates in a year.
process.env.WORK_LIMIT_PERCENT ??= "100000";
process.env.FILES_DIR ??= join(tmpdir(), `timbertally-files-${process.pid}`);

/** Fail any test that logs a console error. */
beforeEach(() => {
  vi.spyOn(console, "error");
});
afterEach(() => {
  const complaints = vi.mocked(console.error).mock.calls;
  vi.mocked(console.error).mockRestore();
  expect(complaints).toEqual([]);
});
