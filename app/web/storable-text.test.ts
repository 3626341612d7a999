import { describe, expect, test } from "vitest";
import { findInvalidTexts, isStorable } from "./storable-text";

describe("text that can be kept", () => {
  test("is any person's words, in any script, over several lines", () => {
    for (const text of ["", "27.4", "Jack pine\r\n\tsecond load", "Ąžuolas 🌲", "é"])
      expect(isStorable(text)).toBe(true);
  });
  test("is not what would end a C string, steer a terminal, or be half a character, or has been spoilt on the way", () => {
    for (const text of ["a\u0000b", "\u001b[2J", "\ud800", "\udc00x", "\u007f", "Sk\ufffdrm"])
      expect(isStorable(text)).toBe(false);
  });
  test("is found anywhere in a body, by the name of its place", () => {
    expect(findInvalidTexts({ a: "fine", b: { c: ["x", "\u0000"] } })).toEqual(["b.c.1"]);
    expect(findInvalidTexts({ "\u0000": 1 })).toEqual([""]);
    expect(findInvalidTexts({ n: 1, none: null, yes: true })).toEqual([]);
  });
});
