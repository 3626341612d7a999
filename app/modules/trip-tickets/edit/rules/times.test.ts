import { describe, expect, it, test } from "vitest";
import { getImplausibleTimeWarnings, getTimeErrors, getTimeWarnings, type LoadTimes } from "./times";

const at = (hour: number) => `2026-11-16T${String(hour).padStart(2, "0")}:00:00.000Z`;
const times = (set: Partial<Record<keyof LoadTimes, number>>): LoadTimes => ({
  picked_up_at: null,
  dropped_off_at: null,
  scaled_at: null,
  received_at: null,
  ...Object.fromEntries(Object.entries(set).map(([field, hour]) => [field, at(hour)])),
});

describe("blocking errors", () => {
  test.each([
    [{ picked_up_at: 8, dropped_off_at: 10, scaled_at: 9, received_at: 10 }, []],
    [{ picked_up_at: 8, dropped_off_at: 8, scaled_at: 8, received_at: 8 }, []],
    [{ picked_up_at: 8, dropped_off_at: 7 }, ["dropped_off_at"]],
    [{ picked_up_at: 8, scaled_at: 7 }, ["scaled_at"]],
    [{ picked_up_at: 8, received_at: 7 }, ["received_at"]],
    [
      { picked_up_at: 8, dropped_off_at: 7, scaled_at: 7, received_at: 7 },
      ["dropped_off_at", "received_at", "scaled_at"],
    ],
    [{ picked_up_at: 8 }, []],
    [{ dropped_off_at: 7, scaled_at: 6, received_at: 5 }, []],
    [{}, []],
  ])("warns about %o: %s", (set, fields) => {
    expect(Object.keys(getTimeErrors(times(set))).sort()).toEqual(fields);
  });

  it("compares instants, not texts", () => {
    const load = { ...times({}), picked_up_at: "2026-11-16T08:00:00-05:00", dropped_off_at: at(13) };
    expect(getTimeErrors(load)).toEqual({});
    expect(getTimeErrors({ ...load, dropped_off_at: at(12) })).toEqual({
      dropped_off_at: ["Dropped off is before picked up."],
    });
  });
});

describe("warnings", () => {
  test.each([
    [{ picked_up_at: 8, dropped_off_at: 10, scaled_at: 11, received_at: 10 }, []],
    [{ picked_up_at: 8, dropped_off_at: 10, scaled_at: 9 }, ["Scaled before it was dropped off."]],
    [{ picked_up_at: 8, dropped_off_at: 10, received_at: 9 }, ["Received before it was dropped off."]],
    [{ picked_up_at: 8, loaded_at: 9 }, ["Picked up before it was loaded."]],
    [{ dropped_off_at: 10 }, ["Dropped off without a pickup time."]],
    [{}, []],
  ])("warns about %o: %s", (set, warnings) => {
    expect(getTimeWarnings(times(set))).toEqual(warnings);
    expect(getTimeErrors(times(set))).toEqual({});
  });
});

describe("probable typos in dates", () => {
  const now = new Date("2026-11-16T20:00:00.000Z");
  const said = (field: keyof LoadTimes, iso: string, created_at = "2026-11-16T08:00:00.000Z") =>
    getImplausibleTimeWarnings({ ...times({}), [field]: iso }, { now, created_at }, (instant) => instant);

  it("questions a time in the future", () => {
    expect(said("scaled_at", "2036-11-16T08:00:00.000Z")).toEqual([
      "The time it was scaled is in the future: 2036-11-16T08:00:00.000Z.",
    ]);
    expect(said("picked_up_at", "2026-11-16T21:00:01.000Z")).toHaveLength(1);
    expect(said("picked_up_at", "2026-11-16T20:59:00.000Z")).toEqual([]);
  });

  it("questions a time last year, but not a load keyed some weeks later or an old ticket", () => {
    expect(said("dropped_off_at", "2025-11-16T08:00:00.000Z")).toEqual([
      "The time it was dropped off is long before the ticket was made: 2025-11-16T08:00:00.000Z.",
    ]);
    expect(said("dropped_off_at", "2026-10-02T08:00:00.000Z")).toEqual([]);
    expect(said("dropped_off_at", "2020-01-02T08:00:00.000Z", "2020-01-03T08:00:00.000Z")).toEqual([]);
  });
});
