import { expect, it } from "vitest";
import { computeLoadTotals, createTimeBuckets } from "./aggregate";
import { getReadableGrain, parseProductionQuery } from "./query";

const ask = (query: string) => parseProductionQuery(`http://localhost/production?${query}`);

it("reads valid parts of the URL and reports invalid days", () => {
  expect(ask("report=by&by=hauler&from=2026-11-01&to=2026-11-30&job_ids=7,8&grain=week")).toMatchObject({
    report: "by",
    input: {
      report: "by",
      by: "hauler",
      from: "2026-11-01",
      to: "2026-11-30",
      job_ids: "7,8",
      grain: "week",
    },
    problem: null,
  });
  for (const days of [
    "from=2026-02-30&to=2026-03-01",
    "from=2026-03-02&to=2026-03-01",
    "to=2026-03-01",
    "from=x&to=y",
  ]) {
    const { input, problem } = ask(days);
    expect(problem, days).toMatch(/can't be shown/);
    expect(input.from, days).toBeUndefined();
  }
  expect(ask("report=turns&from=2026-01-01&to=2026-12-31").problem).toMatch(/92 days at most/);
  const { input, unreadable } = ask("report=nothing&job_ids=1;2&by=x");
  expect(unreadable.map(({ name, text }) => `${name}=${text}`)).toEqual([
    "report=nothing",
    "job_ids=1;2",
    "by=x",
  ]);
  expect(input).toEqual({
    report: "deliveries",
    grain: undefined,
    by: undefined,
    compare: undefined,
  });
});

it("lengthens the rows from days to weeks or months as the range grows", () => {
  const from = (start: string, end: string) => getReadableGrain("day", { start, end });
  expect(from("2026-01-01", "2026-03-31")).toBe("day");
  expect(from("2026-01-01", "2026-12-31")).toBe("week");
  expect(from("2024-01-01", "2026-12-31")).toBe("month");
});

it("creates rows of whole weeks or months, except the first and last, and none in the future", () => {
  const range = { start: "2026-10-29", end: "2026-11-30" };
  expect(
    createTimeBuckets(range, "week", "2026-11-11").map(({ start, end, label }) => [start, end, label]),
  ).toEqual([
    ["2026-10-29", "2026-11-01", "Week of Oct 26, 2026"],
    ["2026-11-02", "2026-11-08", "Week of Nov 2, 2026"],
    ["2026-11-09", "2026-11-15", "Week of Nov 9, 2026"],
  ]);
  expect(createTimeBuckets(range, "month", "2026-12-31").map(({ label }) => label)).toEqual([
    "Oct 2026",
    "Nov 2026",
  ]);
});

it("never adds different units together", () => {
  const sum = { loads: 2, volume: 1000, scaled: 1, estimated: 400 };
  expect(
    computeLoadTotals([
      { ...sum, unit: 1 },
      { ...sum, unit: 2 },
      { ...sum, unit: 2 },
    ]),
  ).toEqual({
    loads: 6,
    estimated: 3,
    volumes: [
      { unit: 2, loads: 4, volume: 2000, estimated: 800 },
      { unit: 1, loads: 2, volume: 1000, estimated: 400 },
    ],
  });
});
