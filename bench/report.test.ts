import { expect, test } from "vitest";
import { report, withReport } from "./report";

const rounds = (...rps: number[]) => rps.map((n) => ({ rps: n, p50: 1000 / n, p95: 2000 / n }));

test("a report tells medians, both ratios the right way round, and what the app adds", () => {
  const text = report(
    {
      tickets: 100_000,
      rounds: 3,
      seconds: 2,
      connections: 8,
      peak: 123,
      measured: [
        {
          page: "list",
          rounds: { app: rounds(200, 100, 400), floor: rounds(250, 200, 400), bare: rounds(800, 800, 800) },
        },
      ],
    },
    new Date("2026-11-21T12:00:00Z"),
  );
  expect(text).toMatch(/^2026-11-21; .*100,000 tickets/);
  expect(text).toMatch(/\| list \| \(a\) .*\| 200 +\| 5\.0 +\| 10\.0/);
  // 0.8, 0.5 and 1 against the floor; 0.25, 0.125 and 0.5 against the bare server. 5 ms are 1 more than 4.
  expect(text).toMatch(/\| list \| 0\.80 +\| 0\.25 +\| 1\.00 ms a request, 20 %/);
  expect(text).toContain("123 MB");
});

test("a report takes the place of the last one and leaves the rest alone", () => {
  const text = "before\n<!-- bench:start -->\nold\n<!-- bench:end -->\nafter\n";
  expect(withReport(text, "new")).toBe("before\n<!-- bench:start -->\nnew\n<!-- bench:end -->\nafter\n");
  expect(withReport(withReport(text, "new"), "newer")).not.toContain("new\n");
  expect(() => withReport("<!-- bench:end --> <!-- bench:start -->", "new")).toThrow();
});
