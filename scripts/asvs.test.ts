import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const text = readFileSync("docs/asvs.md", "utf8");
const rows = text
  .split("\n")
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "")))
  // A row with two cells belongs to the table of met requirements.
  .map(([numbers = "", ...cells]) => ({
    numbers: numbers.split(", "),
    met: cells.length > 1 ? cells[0] : "yes",
    how: cells.at(-1),
  }));

/** Number of requirements of levels 1 and 2 in each section of ASVS 5.0.0, chapter by chapter. */
const SECTIONS: Record<string, number> = {
  "1.1": 2,
  "1.2": 9,
  "1.3": 11,
  "1.4": 3,
  "1.5": 2,
  "2.1": 3,
  "2.2": 3,
  "2.3": 4,
  "2.4": 1,
  "3.2": 2,
  "3.3": 4,
  "3.4": 6,
  "3.5": 5,
  "3.7": 2,
  "4.1": 3,
  "4.2": 1,
  "4.3": 2,
  "4.4": 4,
  "5.1": 1,
  "5.2": 3,
  "5.3": 2,
  "5.4": 3,
  "6.1": 3,
  "6.2": 12,
  "6.3": 4,
  "6.4": 4,
  "6.5": 5,
  "6.6": 3,
  "6.8": 4,
  "7.1": 3,
  "7.2": 4,
  "7.3": 2,
  "7.4": 5,
  "7.5": 2,
  "7.6": 2,
  "8.1": 2,
  "8.2": 3,
  "8.3": 1,
  "8.4": 1,
  "9.1": 3,
  "9.2": 4,
  "10.1": 2,
  "10.2": 2,
  "10.3": 4,
  "10.4": 11,
  "10.5": 5,
  "10.6": 2,
  "10.7": 3,
  "11.1": 2,
  "11.2": 3,
  "11.3": 3,
  "11.4": 4,
  "11.5": 1,
  "11.6": 1,
  "12.1": 3,
  "12.2": 2,
  "12.3": 4,
  "13.1": 1,
  "13.2": 5,
  "13.3": 2,
  "13.4": 5,
  "14.1": 2,
  "14.2": 4,
  "14.3": 3,
  "15.1": 3,
  "15.2": 3,
  "15.3": 7,
  "16.1": 1,
  "16.2": 5,
  "16.3": 4,
  "16.4": 3,
  "16.5": 3,
  "17.1": 1,
  "17.2": 4,
  "17.3": 2,
};

test("lists every level 1 and 2 requirement once, with a status and an explanation", () => {
  const numbers = rows.flatMap((row) => row.numbers);
  expect(new Set(numbers).size).toBe(numbers.length);
  const match: Record<string, number> = {};
  for (const number of numbers) {
    const section = number.replace(/\.\d+$/, "");
    match[section] = (match[section] ?? 0) + 1;
  }
  expect(match).toEqual(SECTIONS);
  for (const { numbers, met, how } of rows) {
    expect(["yes", "partly", "no", "operator", "n/a"], numbers[0]).toContain(met);
    expect(how, numbers[0]).toBeTruthy();
  }
});

test("the requirement counts in the text match the tables", () => {
  const count = (word: string) =>
    rows.filter(({ met }) => met === word).reduce((sum, { numbers }) => sum + numbers.length, 0);
  expect(text).toContain(`${count("yes")} are\nmet, ${count("partly")} partly, ${count("no")} not`);
});
