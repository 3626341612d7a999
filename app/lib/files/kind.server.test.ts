import { expect, test } from "vitest";
import { detectFileKind } from "./kind.server";

test.each([
  ["a PDF", "%PDF-1.7\n", "pdf"],
  ["a PDF behind a few bytes", "\ufeff\r\n%PDF-1.4\n", "pdf"],
  ["a film", "\0\0\0\x18ftypisom0000", "mp4"],
  ["a picture in a film's box", "\0\0\0\x18ftypheic%PDF-", null],
  ["a page", "<!doctype html>", null],
  ["nothing", "", null],
])("detects a file's kind by its content: %s", (_name, head, kind) => {
  expect(detectFileKind(Buffer.from(head))).toBe(kind);
});
