import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { keepInMemory, memoryFolder } from "./memory-folder.mjs";

test("a folder in memory is used where there is one with room, and never in place of one that was named", () => {
  expect(memoryFolder("/nowhere/at/all")).toBeUndefined();
  expect(memoryFolder(tmpdir(), 1)).toBe(tmpdir());
  expect(memoryFolder(tmpdir(), Number.MAX_SAFE_INTEGER)).toBeUndefined();
  process.env.TMPDIR = "/somewhere";
  keepInMemory();
  expect(process.env.TMPDIR).toBe("/somewhere");
});
