import { expect, test } from "vitest";
import { encodeWinAnsi, toWinAnsi } from "./win-ansi";

test("what Windows-1252 has beyond Latin 1 is the byte that it has for it", () => {
  expect(Buffer.from(encodeWinAnsi("€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ")).toString("hex")).toBe(
    "8082838485868788898a8b8c8e9192939495969798999a9b9c9e9f",
  );
  expect(Buffer.from(encodeWinAnsi("Señor\tCôté\r\n")).toString("latin1")).toBe("Señor\tCôté\r\n");
});

test.each([
  ["Łódź Đorđe", "Lódz Dorde"],
  ["8′ 6″ 5‑ply −3", "8' 6\" 5-ply -3"],
  ["木 🌲\u0085", "? ??"],
])("%s has letters that Windows-1252 lacks, and becomes %s", (text, shown) => {
  expect(toWinAnsi(text)).toBe(shown);
  expect(Buffer.from(encodeWinAnsi(text)).toString("latin1")).toBe(shown);
});
