import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync(new URL("./base.css", import.meta.url), "utf8");
const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name, light, dark]) => [
    name,
    { light: light ?? "", dark: dark ?? "" },
  ]),
);

/** Compute the relative luminance of a color "#rrggbb" as defined in WCAG 2.2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((i) => Number.parseInt(hex.slice(i, i + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(item: string, other: string): number {
  const [low = 0, high = 0] = [luminance(item), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const GROUNDS = ["paper", "card", "sunk"];
const TEXT: [string, string][] = [
  ...["ink", "soft", "spruce", "red"].flatMap((text) =>
    GROUNDS.map((ground): [string, string] => [text, ground]),
  ),
  ["amber", "card"],
  ["amber", "amber-wash"],
  ["red", "red-wash"],
  ["spruce", "spruce-wash"],
  ["spruce-deep", "spruce-wash"],
  ["soft", "spruce-wash"],
  ["ink", "spruce-wash"],
  ["ink", "amber-wash"],
  ["ink", "red-wash"],
  ["on-spruce", "spruce"],
  ["on-spruce", "spruce-deep"],
  ["on-red", "red"],
  ["on-place", "place"],
];

describe.each(["light", "dark"] as const)("color contrast of the %s scheme", (scheme) => {
  const colour = (name: string) => tokens.get(name)?.[scheme] ?? "";

  it.each(TEXT)("%s on %s is readable, with a contrast of at least 7 to 1", (text, ground) => {
    expect(contrast(colour(text), colour(ground))).toBeGreaterThanOrEqual(7);
  });

  it.each(GROUNDS)("the edge of a field is visible on %s, with a contrast of at least 3 to 1", (ground) => {
    expect(contrast(colour("edge"), colour(ground))).toBeGreaterThanOrEqual(3);
  });
});

it("computes a contrast of 21 to 1 for black on white", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
});
