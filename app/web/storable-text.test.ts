import { describe, expect, test } from "vitest";
import { findInvalidTexts, isStorable } from "./storable-text";

describe("text that can be stored", () => {
  test("includes any script and several lines", () => {
    for (const text of ["", "27.4", "Jack pine\r\n\tsecond load", "Ąžuolas 🌲", "é"])
      expect(isStorable(text)).toBe(true);
  });
  test("excludes null bytes, control characters, half characters and replacement characters", () => {
    for (const text of ["a\u0000b", "\u001b[2J", "\ud800", "\udc00x", "\u007f", "Sk\ufffdrm"])
      expect(isStorable(text)).toBe(false);
  });
  test("invalid text is reported by its dotted name, anywhere in a body", () => {
    expect(findInvalidTexts({ a: "fine", b: { c: ["x", "\u0000"] } })).toEqual(["b.c.1"]);
    expect(findInvalidTexts({ "\u0000": 1 })).toEqual([""]);
    expect(findInvalidTexts({ n: 1, none: null, yes: true })).toEqual([]);
  });
});
