import { expect, test } from "vitest";
import { encodeWinAnsi, toWinAnsi } from "./win-ansi";

test("encodes the Windows-1252 characters beyond Latin 1", () => {
  expect(Buffer.from(encodeWinAnsi("€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ")).toString("hex")).toBe(
    "8082838485868788898a8b8c8e9192939495969798999a9b9c9e9f",
  );
  expect(Buffer.from(encodeWinAnsi("Señor\tCôté\r\n")).toString("latin1")).toBe("Señor\tCôté\r\n");
});

test.each([
  ["Łódź Đorđe", "Lódz Dorde"],
  ["8′ 6″ 5‑ply −3", "8' 6\" 5-ply -3"],
  ["木 🌲\u0085", "? ??"],
])("replaces letters of %s that Windows-1252 lacks: %s", (text, shown) => {
  expect(toWinAnsi(text)).toBe(shown);
  expect(Buffer.from(encodeWinAnsi(text)).toString("latin1")).toBe(shown);
});
