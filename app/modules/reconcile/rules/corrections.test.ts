import { describe, expect, test } from "vitest";
import { mergeCorrections, parseSignedAmount } from "./corrections";
import { guessMapping, parseStatementLine } from "./statement";

const parse = (text: string) => (/^[\d,]+$/.test(text) ? Number(text.replaceAll(",", "")) : null);

test.each([
  ["2,000", 2_000],
  ["-2,000", -2_000],
  ["− 2,000", -2_000],
  ["2,000-", -2_000],
  ["(2,000)", -2_000],
  ["-0", 0],
  ["-", null],
  ["()", null],
  ["two", null],
])("parses the amount %s as %s", (text, value) => {
  expect(parseSignedAmount(text, parse)).toBe(value);
});

const HEADINGS = ["Ticket", "Scale ticket", "Date", "Truck", "Gross", "Tare", "Net", "Tons", "Deduction"];
const read = (...rows: string[]) => {
  const mapping = guessMapping(HEADINGS);
  return mergeCorrections(
    rows.map((row, index) => ({ line: index + 1, ...parseStatementLine(row.split(";"), HEADINGS, mapping) })),
  );
};

describe("merges a correction with its original line", () => {
  test("merging a reversal and the right line leaves the right line's amounts", () => {
    const { lines, counted } = read(
      "1042;A1;11/16/2026;9;80,000;28,000;52,000;;",
      "1043;A2;11/16/2026;9;80,000;27,000;53,000;;",
      "1042;A1;11/17/2026;9;-80,000;-28,000;-52,000;;",
      "1042;A1;11/17/2026;9;78,000;28,000;50,000;;",
    );
    expect(counted).toEqual(new Set([1, 3]));
    expect(lines.map(({ net_pounds, problem }) => [net_pounds, problem])).toEqual([
      [52_000, "Counted with line 4."],
      [53_000, null],
      [-52_000, "Counted with line 4."],
      [50_000, null],
    ]);
    expect(lines[3]).toMatchObject({ gross_pounds: 78_000, tare_pounds: 28_000 });
  });

  test("subtracts a net-only correction and clears gross and tare", () => {
    const { lines } = read("1042;A1;11/16/2026;9;80,000;28,000;52,000;;", "1042;;11/17/2026;;;;(2,000);;");
    expect(lines[0]).toMatchObject({
      net_pounds: 50_000,
      gross_pounds: null,
      tare_pounds: null,
      problem: null,
    });
  });

  test("a correction of only the tare keeps the signs of gross, tare and net", () => {
    const { lines } = read(
      "1042;A1;11/16/2026;9;80,000;28,000;52,000;;",
      "1042;A1;11/17/2026;9;0;500;-500;;",
    );
    expect(lines[0]).toMatchObject({ net_pounds: 51_500, gross_pounds: 80_000, tare_pounds: 28_500 });
  });

  test("a negative volume makes the whole line negative, and volumes are added with their signs", () => {
    const { lines } = read(";A1;;;;;;26.5;", ";A1;;;;;;-26.5;", ";a-1;;;;;;25.25;");
    expect(lines[2]).toMatchObject({ scaled_volume: 25_250, problem: null });
    const weighed = read("7;A1;;;80,000;28,000;52,000;26;", "7;A1;;;80,000;28,000;52,000;-26;");
    expect(weighed.lines[0]?.problem).toBe("The mill took this load back: nothing is left.");
    expect(weighed.lines[1]).toMatchObject({ net_pounds: -52_000, scaled_volume: -26_000 });
  });

  test("a fully reversed load has nothing to accept", () => {
    const { lines } = read("1042;;;;;;52,000;;", "1042;;;;;;-52,000;;");
    expect(lines[0]).toMatchObject({
      net_pounds: 0,
      problem: "The mill took this load back: nothing is left.",
    });
  });

  test("groups lines without ticket numbers into one load by day, truck and weight", () => {
    const { lines, counted } = read(
      ";;11/16/2026;9;;;52,000;;",
      ";;11/16/2026;9;;;51,000;;",
      ";;11/16/2026;9;;;-52,000;;",
    );
    expect(counted).toEqual(new Set([3]));
    expect(lines[1]).toMatchObject({ net_pounds: 51_000, problem: null });
  });

  test("reports a correction without an original line and leaves other lines unchanged", () => {
    const { lines, counted } = read("1042;;;;;;52,000;;", "1050;;;;;;-2,000;;", "1042;;;;;;52,000;;");
    expect(counted.size).toBe(0);
    expect(lines.map(({ problem }) => problem)).toEqual([
      null,
      expect.stringContaining("takes a load back"),
      null,
    ]);
  });
});

test("reads a negative deduction as a positive deduction", () => {
  const { lines } = read("1042;;;;80,000;28,000;52,000;;-500");
  expect(lines[0]).toMatchObject({ net_pounds: 52_000, deduction_pounds: 500, problem: null });
});

test("merges five thousand lines of one load within two seconds of CPU time", () => {
  const rows = Array.from(
    { length: 5_000 },
    (_, index) => `1042;A${index};;;;;${index % 2 ? "-" : ""}52,000;;`,
  );
  const cpu = process.cpuUsage();
  expect(read(...rows).counted.size).toBe(4_999);
  expect(process.cpuUsage(cpu).user / 1000).toBeLessThan(2_000);
});
