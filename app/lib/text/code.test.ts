import { expect, test } from "vitest";
import { CODE_LENGTH, encodeCardCode, formatCardCode, parseCardCode } from "./code";

test("parses a code however it is typed from a card", () => {
  const bytes = Uint8Array.from({ length: 20 }, (_, i) => i * 13);
  const code = encodeCardCode(bytes);
  expect(code).toHaveLength(CODE_LENGTH);
  expect(formatCardCode(code)).toMatch(/^(.{4}-){3}.{4}$/);
  for (const typed of [
    code,
    formatCardCode(code),
    formatCardCode(code).toLowerCase(),
    ` ${code.replace(/(.{4})/g, "$1 ")}`,
  ])
    expect(parseCardCode(typed)).toBe(code);
  expect(parseCardCode("O0oI1lLi00001111")).toBe("0001111100001111");
});

test("rejects text that can't be a code", () => {
  for (const typed of [
    "",
    "K7M2",
    "K7M2-9QXV-4T8A-0ZRPX",
    "UUUU-UUUU-UUUU-UUUU",
    "K7M2/9QXV/4T8A/0ZRP",
    "0".repeat(61),
  ])
    expect(parseCardCode(typed)).toBeNull();
});

test("uses all 32 letters and none that looks like another", () => {
  const all = Array.from(
    { length: 32 },
    (_, i) => encodeCardCode(Uint8Array.from({ length: 16 }, () => i))[0],
  ).join("");
  expect(new Set(all).size).toBe(32);
  expect(all).not.toMatch(/[ILOU]/);
});
