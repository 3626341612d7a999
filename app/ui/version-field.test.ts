import { expect, test } from "vitest";
import { getVersionToSend } from "./version-field";

const typed = (version: unknown) => ({ reply: { initialValue: { version } as Record<string, string> } });

test("a returned form sends the version that its values were read at, not a newer one", () => {
  expect(getVersionToSend(3)).toBe(4);
  expect(getVersionToSend(9, typed("4"))).toBe(4);
  expect(getVersionToSend(9, { reply: {} })).toBe(10);
});

test("after a conflict, the form sends the saved version plus one, because it shows the saved values", () => {
  expect(getVersionToSend(3, { ...typed("4"), conflict: { version: 7 } })).toBe(8);
  expect(getVersionToSend(7, { ...typed("4"), conflict: { name: "no version said" } })).toBe(8);
});

test("ignores a sent value that isn't a version", () => {
  for (const odd of ["", "x", "-1", "0", "1.5", "1e99", ["4", "5"]])
    expect(getVersionToSend(3, typed(odd)), String(odd)).toBe(4);
});
