import { expect, test } from "vitest";
import { type Run, report, withReport } from "./report";

/** Rounds by what they took of the processor; each answer took the clock twice, the slow ones four times as long. */
const rounds = (...cpu: number[]) => cpu.map((ms) => ({ rps: 1000 / ms, p50: 2 * ms, p95: 4 * ms, cpu: ms }));
const run: Run = {
  rounds: 3,
  answers: 200,
  warm: 1_200,
  connections: 8,
  reads: [
    {
      what: "list",
      tickets: 100_000,
      rounds: {
        app: rounds(5, 10, 2.5),
        floor: rounds(4, 5, 2.5),
        matched: rounds(2.5, 2, 2),
        bare: rounds(1.25, 1.25, 1.25),
      },
    },
  ],
  again: [
    { what: "list", tickets: 100_000, bytes: 1_234, rounds: rounds(1, 1.2, 5) },
    { what: "job page", tickets: 100_000, bytes: 0, rounds: [] },
  ],
  writes: [
    {
      what: "create",
      tickets: 1_000_000,
      rounds: { app: rounds(5, 4, 8), floor: [], matched: [], bare: rounds(1.5, 1.2, 2.4) },
    },
  ],
  grown: [
    {
      what: "list",
      pace: 25,
      sizes: [
        { tickets: 10_000, rounds: rounds(5, 5, 5) },
        { tickets: 1_000_000, rounds: rounds(6, 7.5, 5.5) },
      ],
    },
  ],
  peaks: [{ tickets: 1_000_000, megabytes: 123, database: 1_100 }],
};
const text = report(run, new Date("2026-11-21T12:00:00Z"));

test("a report tells medians of processor time and its ratios the right way round", () => {
  expect(text).toMatch(/^2026-11-21, load \d+ in the end; .* GB; Node/);
  // 0.8, 0.5 and 1 against the floor; 0.5, 0.2 and 0.8 with our matcher; 0.25, 0.125 and 0.5 against the bare server.
  expect(text).toMatch(
    /\| list +\| 100,000 +\| 5\.00 +\| 4\.00 +\| 2\.00 +\| 1\.25 +\| 0\.80 +\| 0\.50 +\| 0\.25 +\| 200 +\| 10\.0, 20\.0/,
  );
});

test("what all pages take together is told for each size", () => {
  const { reads } = run;
  const more = { ...run, reads: [...reads, ...reads, ...reads.map((read) => ({ ...read, tickets: 7 }))] };
  const text = report(more, new Date());
  expect(text).toContain("of 200 answers after 1,200 that weren't counted");
  expect(text).toMatch(
    /\| 2 pages added up +\| 100,000 +\| 10\.0 +\| 8\.0 +\| 4\.0 +\| 2\.5 +\| 0\.80 +\| 0\.40 +\| 0\.25 +\|/,
  );
  expect(text).toMatch(/\| 1 pages added up +\| 7 +\| 5\.0 /);
});

test("a second look says what it takes and sends, or that the page is made again", () => {
  expect(text).toMatch(/\| list +\| 100,000 +\| 1\.20 +\| 1,234 +\|/);
  expect(text).toMatch(/\| job page +\| 100,000 +\| made again each time +\| +\|/);
});

test("changes are compared with the bare server alone", () => {
  expect(text).toMatch(/\| create +\| 1,000,000 +\| 5\.00 +\| 1\.50 +\| 0\.30 +\| 200 +\| 10\.0, 20\.0 +\|/);
});

test("growth is given size by size, the last over the first", () => {
  expect(text).toMatch(/\| list +\| 25 +\| 5\.0 \(20\.0\) \| 6\.0 \(24\.0\) \| 1\.20 +\| 1\.20 +\|/);
  expect(text).toMatch(/\| 1,000,000 \| 1,100 MB \| 123 MB/);
  expect(report({ ...run, grown: [] }, new Date())).toContain("one size only");
});

test("a report takes the place of the last one and leaves the rest alone", () => {
  const text = "before\n<!-- bench:start -->\nold\n<!-- bench:end -->\nafter\n";
  expect(withReport(text, "new")).toBe("before\n<!-- bench:start -->\nnew\n<!-- bench:end -->\nafter\n");
  expect(withReport(withReport(text, "new"), "newer")).not.toContain("new\n");
  expect(() => withReport("<!-- bench:end --> <!-- bench:start -->", "new")).toThrow();
});
