import { describe, expect, it } from "vitest";
import { createRandom } from "#db/random";
import { formatDayNumber, splitIntoSegments, toSecondsRange } from "./segments";
import { getDay } from "./time";

const DETROIT = "America/Detroit";
const at = (iso: string) => Date.parse(iso) / 1000;

/** First and last day of a range that contains both clock changes of 2026, in zones that have them. */
const YEAR = { start: "2026-01-15", end: "2026-12-15" };

describe("splitting a range where the clocks change", () => {
  it("splits twice a year in Detroit, at two in the morning", () => {
    expect(splitIntoSegments(toSecondsRange(YEAR, DETROIT), DETROIT)).toEqual([
      { from: at("2026-01-15T05:00:00Z"), before: at("2026-03-08T07:00:00Z"), offset: -5 * 3600 },
      { from: at("2026-03-08T07:00:00Z"), before: at("2026-11-01T06:00:00Z"), offset: -4 * 3600 },
      { from: at("2026-11-01T06:00:00Z"), before: at("2026-12-16T05:00:00Z"), offset: -5 * 3600 },
    ]);
  });

  it("never splits in a zone without clock changes, and returns nothing for an empty range", () => {
    expect(splitIntoSegments(toSecondsRange(YEAR, "America/Phoenix"), "America/Phoenix")).toHaveLength(1);
    expect(splitIntoSegments({ from: 100, before: 100 }, DETROIT)).toEqual([]);
  });

  it("handles a clock change at the first or last second of a range", () => {
    const change = at("2026-11-01T06:00:00Z");
    expect(splitIntoSegments({ from: change, before: change + 1 }, DETROIT)).toHaveLength(1);
    expect(splitIntoSegments({ from: change - 1, before: change + 1 }, DETROIT)).toHaveLength(2);
  });
});

it.each([DETROIT, "America/Los_Angeles", "America/St_Johns"])(
  "computes the calendar day of every second across both clock changes (%s)",
  (zone) => {
    const random = createRandom(zone.length);
    const whole = toSecondsRange(YEAR, zone);
    const pieces = splitIntoSegments(whole, zone);
    expect(pieces[0]?.from).toBe(whole.from);
    expect(pieces.at(-1)?.before).toBe(whole.before);
    const changes = pieces.slice(1).map((piece) => piece.from);
    expect(changes).toHaveLength(2);
    const near = changes.flatMap((c) => Array.from({ length: 60 }, (_, i) => c + (i - 30) * 1200));
    const seconds = Array.from({ length: 200 }, () => random.between(whole.from, whole.before - 1));
    for (const second of [
      whole.from,
      whole.before - 1,
      ...changes,
      ...changes.map((c) => c - 1),
      ...near,
      ...seconds,
    ]) {
      const piece = pieces.find((p) => p.from <= second && second < p.before);
      const number = Math.floor((second + (piece?.offset ?? Number.NaN)) / 86_400);
      expect(formatDayNumber(number), String(second)).toBe(getDay(new Date(second * 1000), zone));
    }
  },
);
