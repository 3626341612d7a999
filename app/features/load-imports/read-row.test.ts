import { expect, test } from "vitest";
import { recordOf } from "~/domain/records/records";
import { LOAD_FIELD_KEYS, type LoadField } from "./columns";
import { readRow, readWhen } from "./read-row";

const rowOf = (words: Partial<Record<LoadField, string>>) =>
  readRow(
    recordOf(LOAD_FIELD_KEYS, (field) => words[field] ?? ""),
    { weights: "lb" },
    { zone: "America/Detroit", today: "2026-12-01" },
  );

const afternoon = { hour: 14, minute: 15 };
test.each([
  ["Nov 25, 2026", null],
  ["25 Nov 2026", null],
  ["November 25 2026", null],
  ["Nov 25, 2026 2:15 PM", afternoon],
  ["25 Nov 2026 14:15", afternoon],
  ["November 25 2026, 2:15 p.m.", afternoon],
  ["Wed, Nov 25, 2026 at 2:15p", afternoon],
  ["25-Nov-26", null],
  ["Nov 25", null],
  ["11/25/2026, 2:15 PM", afternoon],
  ["11/25/2026 2:15 PM", afternoon],
  ["2026-11-25T14:15", afternoon],
])("%s is a day of November", (text, clock) => {
  expect(readWhen(text, "2026-12-01")).toEqual({ day: "2026-11-25", clock });
});

test.each(["Nov 31, 2026", "Nov 25, 2026 26:15", "25.11.2026", "Smarch 25, 2026", "soon"])(
  "%s can't be read, and what can be is said",
  (text) => {
    expect(rowOf({ dropped_off: text }).problems).toEqual([
      `Delivered "${text}" can't be read. Type it like 11/25/2026 2:15 PM.`,
    ]);
    expect(rowOf({ day: text }).problems).toEqual([
      `Date "${text}" can't be read. Type it like 11/25/2026 2:15 PM.`,
    ]);
  },
);

test("a load whose row has no time of delivery was delivered at noon, or when it was loaded if that was later", () => {
  const day = "Nov 25, 2026";
  expect(rowOf({ day })).toMatchObject({ dropped_off_at: "2026-11-25T17:00:00.000Z", assumed: "noon" });
  expect(rowOf({ day, loaded: "7:05" })).toMatchObject({ assumed: "noon" });
  expect(rowOf({ day, loaded: "13:05" })).toMatchObject({
    dropped_off_at: "2026-11-25T18:05:00.000Z",
    assumed: "loaded",
  });
  expect(rowOf({ dropped_off: `${day} 12:00 PM` })).toMatchObject({
    dropped_off_at: "2026-11-25T17:00:00.000Z",
    assumed: null,
  });
  expect(rowOf({ day, dropped_off: "soon" }).assumed).toBeNull();
  expect(rowOf({})).toMatchObject({ dropped_off_at: null, assumed: null });
});

test("what isn't a time is refused without an example of one", () => {
  expect(rowOf({ day: "11/25/2026", gross: "heavy" }).problems).toEqual(['Gross "heavy" can\'t be read.']);
});
