import { expect, test } from "vitest";
import { growth, median, medians, percentile, ratio, roundOf, sameSize } from "./figures";

const round = (rps: number, p50 = 1, p95 = 2, cpu = 1) => ({ rps, p50, p95, cpu });
const upTo = (n: number) => Array.from({ length: n }, (_, i) => n - i);

test("a percentile is a measured value, at the nearest rank, however the values came", () => {
  expect(percentile(upTo(100), 0.95)).toBe(95);
  expect(percentile(upTo(100), 0.5)).toBe(50);
  expect(percentile(upTo(20), 0.95)).toBe(19);
  expect(percentile(upTo(21), 0.95)).toBe(20);
  expect(percentile([7], 0.95)).toBe(7);
  expect(percentile([3, 1, 2], 0)).toBe(1);
  expect(percentile([3, 1, 2], 1)).toBe(3);
  // By number, not by letter.
  expect(percentile([9, 10, 100], 0.5)).toBe(10);
  expect(() => percentile([], 0.5)).toThrow();
});

test("the median is the middle one, or the mean of the middle two", () => {
  expect(median([5, 1, 100])).toBe(5);
  expect(median([1, 2, 3, 100])).toBe(2.5);
  expect(median([4])).toBe(4);
  expect(() => median([])).toThrow();
});

test("a round counts answers by the second, and what the processor took for each", () => {
  expect(roundOf([4, 1, 2, 3], 2000, 12)).toEqual({ rps: 2, p50: 2, p95: 4, cpu: 3 });
});

test("each figure of several rounds has its own median", () => {
  const rounds = [round(10, 9, 50, 3), round(30, 1, 60, 7), round(20, 5, 10, 4)];
  expect(medians(rounds)).toEqual(round(20, 5, 50, 4));
});

test("a ratio is the middle of the rounds' ratios: what theirs takes of the processor over what ours takes", () => {
  const cpu = (ms: number) => round(1, 1, 1, ms);
  expect(ratio([cpu(10), cpu(20), cpu(3)], [cpu(8), cpu(10), cpu(3)])).toBe(0.8);
  expect(() => ratio([cpu(1)], [])).toThrow();
});

test("growth is the middle of the rounds' own, the larger set over the smaller", () => {
  const p95 = (ms: number) => round(1, 1, ms);
  expect(growth([p95(10), p95(10), p95(20)], [p95(12), p95(30), p95(22)])).toBe(1.2);
  expect(() => growth([round(1)], [])).toThrow();
});

test("documents within two hundredths of ours are of one size, on both sides", () => {
  expect(sameSize(1000, 1020)).toBe(true);
  expect(sameSize(1000, 980)).toBe(true);
  expect(sameSize(1000, 1021)).toBe(false);
  expect(sameSize(1000, 979)).toBe(false);
});
