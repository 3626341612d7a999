import { expect, test } from "vitest";
import { ENOUGH, MAY_GROW, trendOf } from "./trend";

const samples = (of: (i: number) => number, n = 30) => Array.from({ length: n }, (_, i) => of(i));

test("what grows while it warms up and then stays has no trend", () => {
  expect(
    trendOf(
      samples((i) => 60 + Math.min(i, 9) * 5 + (i % 2)),
      MAY_GROW.heap,
    )?.grew,
  ).toBe(false);
});

test("what grows on and on has one", () => {
  expect(
    trendOf(
      samples((i) => 60 + i * 2),
      MAY_GROW.heap,
    ),
  ).toEqual({ before: 89, after: 109, grew: true });
});

test("a small increase isn't a trend, in megabytes or in share", () => {
  expect(
    trendOf(
      samples((i) => 20 + i * 0.5),
      MAY_GROW.heap,
    )?.grew,
  ).toBe(false);
  expect(
    trendOf(
      samples((i) => 500 + i * 2),
      MAY_GROW.heap,
    )?.grew,
  ).toBe(false);
});

test("a single peak isn't a trend", () => {
  expect(
    trendOf(
      samples((i) => (i === 25 ? 400 : 60)),
      MAY_GROW.heap,
    )?.grew,
  ).toBe(false);
});

test("a few samples give no trend", () => {
  expect(
    trendOf(
      samples(() => 60, ENOUGH - 1),
      MAY_GROW.heap,
    ),
  ).toBeNull();
  expect(
    trendOf(
      samples(() => 60, ENOUGH),
      MAY_GROW.heap,
    ),
  ).not.toBeNull();
});
