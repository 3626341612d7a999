import { expect, test } from "vitest";
import { ALLOWED_GROWTH, MIN_SAMPLES, measureTrend } from "./trend";

const samples = (of: (i: number) => number, n = 30) => Array.from({ length: n }, (_, i) => of(i));

test("memory growth only during warm-up isn't a trend", () => {
  expect(
    measureTrend(
      samples((i) => 60 + Math.min(i, 9) * 5 + (i % 2)),
      ALLOWED_GROWTH.heap,
    )?.grew,
  ).toBe(false);
});

test("continuous memory growth is a trend", () => {
  expect(
    measureTrend(
      samples((i) => 60 + i * 2),
      ALLOWED_GROWTH.heap,
    ),
  ).toEqual({ before: 89, after: 109, grew: true });
});

test("a small memory increase, in megabytes or as a share, isn't a trend", () => {
  expect(
    measureTrend(
      samples((i) => 20 + i * 0.5),
      ALLOWED_GROWTH.heap,
    )?.grew,
  ).toBe(false);
  expect(
    measureTrend(
      samples((i) => 500 + i * 2),
      ALLOWED_GROWTH.heap,
    )?.grew,
  ).toBe(false);
});

test("a single memory peak isn't a trend", () => {
  expect(
    measureTrend(
      samples((i) => (i === 25 ? 400 : 60)),
      ALLOWED_GROWTH.heap,
    )?.grew,
  ).toBe(false);
});

test("too few samples give no trend", () => {
  expect(
    measureTrend(
      samples(() => 60, MIN_SAMPLES - 1),
      ALLOWED_GROWTH.heap,
    ),
  ).toBeNull();
  expect(
    measureTrend(
      samples(() => 60, MIN_SAMPLES),
      ALLOWED_GROWTH.heap,
    ),
  ).not.toBeNull();
});
