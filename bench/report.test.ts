import { expect, test } from "vitest";
import { type Run, report, withReport } from "./report";

const rounds = (...rps: number[]) => rps.map((n) => ({ rps: n, p50: 1000 / n, p95: 2000 / n }));
const run: Run = {
  rounds: 3,
  seconds: 2,
  connections: 8,
  reads: [
    {
      what: "list",
      tickets: 100_000,
      rounds: { app: rounds(200, 100, 400), floor: rounds(250, 200, 400), bare: rounds(800, 800, 800) },
    },
  ],
  writes: [
    {
      what: "create",
      tickets: 1_000_000,
      rounds: { app: rounds(100, 110, 90), floor: [], bare: rounds(300, 330, 270) },
    },
  ],
  grown: [
    {
      what: "list",
      pace: 25,
      sizes: [
        { tickets: 10_000, rounds: rounds(100, 100, 100) },
        { tickets: 1_000_000, rounds: rounds(80, 50, 90) },
      ],
    },
  ],
  peaks: [{ tickets: 1_000_000, megabytes: 123, database: 1_100 }],
};
const text = report(run, new Date("2026-11-21T12:00:00Z"));

test("a report tells medians, both ratios the right way round, and what the app adds", () => {
  expect(text).toMatch(/^2026-11-21; .* GB; Node/);
  // 0.8, 0.5 and 1 against the floor; 0.25, 0.125 and 0.5 against the bare server. 5 ms are 1 more than 4.
  expect(text).toMatch(
    /\| list +\| 100,000 +\| 200 +\| 5\.0 +\| 10\.0 +\| 250 +\| 800 +\| 0\.80 +\| 0\.25 +\| 1\.00 ms, 20 %/,
  );
});

test("changes are compared with the bare server alone", () => {
  expect(text).toMatch(/\| create +\| 1,000,000 +\| 100 +\| 10\.0 +\| 20\.0 +\| 300 +\| 0\.33 +\|/);
});

test("growth is given size by size, the last over the first", () => {
  expect(text).toMatch(/\| list +\| 25 +\| 10\.0 \/ 20\.0 \| 12\.5 \/ 25\.0 \| 1\.25 +\|/);
  expect(text).toMatch(/\| 1,000,000 \| 1,100 MB \| 123 MB/);
  expect(report({ ...run, grown: [] }, new Date())).toContain("one size only");
});

test("a report takes the place of the last one and leaves the rest alone", () => {
  const text = "before\n<!-- bench:start -->\nold\n<!-- bench:end -->\nafter\n";
  expect(withReport(text, "new")).toBe("before\n<!-- bench:start -->\nnew\n<!-- bench:end -->\nafter\n");
  expect(withReport(withReport(text, "new"), "newer")).not.toContain("new\n");
  expect(() => withReport("<!-- bench:end --> <!-- bench:start -->", "new")).toThrow();
});
