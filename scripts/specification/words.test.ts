import { fileURLToPath } from "node:url";
import { describe, expect, it, test } from "vitest";
import { trackedFiles } from "../tracked.mjs";
import type { Literal } from "./literal";
import { findTexts } from "./texts";
import { LITERALS } from "./words";

const root = fileURLToPath(new URL("../..", import.meta.url));
const files = trackedFiles(root).filter(
  (file) =>
    /^(app|server|db\/reference)\/.*\.(ts|tsx)$/.test(file) && !/\.test\.|\/testing\/|\.d\.ts$/.test(file),
);
const places = new Map<string, string[]>();
for (const file of files)
  for (const { text } of findTexts(`${root}${file}`)) places.set(text, [...(places.get(text) ?? []), file]);

/** Convert a text to the form in which it is searched for: placeholders become an ellipsis. */
const written = (words: string) => words.replace(/\{\w+\}/g, "…");
const saidIn = ({ words, parts = [words], at = "" }: Literal): boolean =>
  parts.every((part) => (places.get(written(part)) ?? []).some((file) => file.startsWith(at)));
const nameOf = ({ section, words, at }: Literal) => `${section} ${words}${at ? ` (${at})` : ""}`;

describe("fixed texts", () => {
  it("are used exactly in all parts of the product that are built", () => {
    expect(files.length).toBeGreaterThan(500);
    const built = LITERALS.filter((l) => !l.later && !l.never);
    expect(built.length).toBeGreaterThan(170);
    expect(built.filter((l) => !saidIn(l)).map(nameOf)).toEqual([]);
  });

  it("aren't used if marked as unused, so that the mark must be removed once they are used", () => {
    const waiting = LITERALS.filter((l) => l.later || l.never);
    expect(waiting.filter(saidIn).map(nameOf)).toEqual([]);
  });

  it("are each listed only once", () => {
    const names = LITERALS.map(nameOf);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });
});

test("detects that a text in the program differs from the fixed text", () => {
  expect(saidIn({ section: "1.2", words: "No trip tickets found" })).toBe(true);
  expect(saidIn({ section: "1.2", words: "No trip tickets found." })).toBe(false);
  expect(saidIn({ section: "1.2", words: "No trip tickets found", at: "app/client/" })).toBe(false);
});
