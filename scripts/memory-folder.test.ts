import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { keepInMemory, memoryFolder } from "./memory-folder.mjs";

test("uses a folder in memory if there is one with enough space, but never replaces a configured folder", () => {
  expect(memoryFolder("/nowhere/at/all")).toBeUndefined();
  expect(memoryFolder(tmpdir(), 1)).toBe(tmpdir());
  expect(memoryFolder(tmpdir(), Number.MAX_SAFE_INTEGER)).toBeUndefined();
  process.env.TMPDIR = "/somewhere";
  keepInMemory();
  expect(process.env.TMPDIR).toBe("/somewhere");
});
