import { describe, expect, it, test } from "vitest";
import { type FilterQuery, formatFilter, parseFilter, removeFromFilter } from "../../rules/filter-query";
import { requiresSearch, resolveFilter } from "./filter";

const read = (query: string) => parseFilter(new URLSearchParams(query));

describe("ticket filter in a URL", () => {
  test.each<[string, FilterQuery]>([
    ["", {}],
    ["job_ids=3,1", { job_ids: [3, 1] }],
    ["job_ids=3&job_ids=1", { job_ids: [3, 1] }],
    ["product_type_ids=5,5&product_type_ids=5", { product_type_ids: [5] }],
    ["job_destination_ids=7,7", { job_destination_ids: [7] }],
    ["job_ids=&company_ids=0&user_ids=,&trip_ticket_priority_ids=null", {}],
    [
      "company_ids=-4,1.5,9x,12345678901,8",
      {
        company_ids: [8],
        unreadable: ["-4", "1.5", "9x", "12345678901"].map((text) => ({ part: "company_ids", text })),
      },
    ],
    [
      "trip_ticket_status_ids=3,8,99",
      {
        trip_ticket_status_ids: [3],
        unreadable: ["8", "99"].map((text) => ({ part: "trip_ticket_status_ids", text })),
      },
    ],
    [
      "dropped_off_start=2026-10-01&dropped_off_end=2026-10-31",
      { dropped_off_start: "2026-10-01", dropped_off_end: "2026-10-31" },
    ],
    [
      "dropped_off_start=2026-10-31&dropped_off_end=2026-10-01",
      { dropped_off_start: "2026-10-01", dropped_off_end: "2026-10-31" },
    ],
    [
      "dropped_off_start=2026-02-30&dropped_off_end=",
      { unreadable: [{ part: "dropped_off_start", text: "2026-02-30" }] },
    ],
    [
      "when=2026-10-01..2026-10-31&mill_ids=4&hauler_ids=2",
      { dropped_off_start: "2026-10-01", dropped_off_end: "2026-10-31", mill_ids: [4], hauler_ids: [2] },
    ],
    ["when=..2026-10-31", { dropped_off_end: "2026-10-31" }],
    ["when=last_month", { unreadable: [{ part: "when", text: "last_month" }] }],
    ["date_field=created_at", {}],
    [
      "date_field=created_at&dropped_off_end=2026-10-01",
      { dropped_off_end: "2026-10-01", date_field: "created_at" },
    ],
    [
      "date_field=price&dropped_off_end=2026-10-01",
      { dropped_off_end: "2026-10-01", unreadable: [{ part: "date_field", text: "price" }] },
    ],
    ["scaled=no", { scaled: false }],
    ["scaled=maybe", { unreadable: [{ part: "scaled", text: "maybe" }] }],
    ["trip_ticket_numbers=SLT-1178, %231042", { trip_ticket_numbers: [1178, 1042] }],
    [
      "trip_ticket_numbers=the+oak",
      { unreadable: ["the", "oak"].map((text) => ({ part: "trip_ticket_numbers", text })) },
    ],
    ["dropped_off_start=10/1/2026", { dropped_off_start: "2026-10-01" }],
    ["trip_ticket_numbers=1001,1002", { trip_ticket_numbers: [1001, 1002] }],
  ])("%s", (query, filter) => {
    expect(read(query)).toEqual(filter);
    expect(read(formatFilter(filter))).toEqual(filter);
  });

  it("a filter has at most a hundred values of each kind", () => {
    const many = Array.from({ length: 150 }, (_, i) => i + 1).join(",");
    expect(read(`job_ids=${many}`).job_ids).toHaveLength(100);
  });

  it("a filter is written in a fixed order, without empty parts", () => {
    expect(
      formatFilter({
        scaled: false,
        company_ids: [2, 2],
        job_ids: [],
        dropped_off_start: "2026-10-01",
        date_field: "dropped_off_at",
      }),
    ).toBe("company_ids=2&dropped_off_start=2026-10-01&scaled=no");
  });
});

test.each([
  // Winter and summer, clock-change days, a zone without changes, a half-hour offset, the date line.
  ["America/Detroit", "2026-11-16", "2026-11-16T05:00:00.000Z", "2026-11-17T04:59:59.999Z"],
  ["America/Detroit", "2026-07-01", "2026-07-01T04:00:00.000Z", "2026-07-02T03:59:59.999Z"],
  ["America/Detroit", "2026-03-08", "2026-03-08T05:00:00.000Z", "2026-03-09T03:59:59.999Z"],
  ["America/Detroit", "2026-11-01", "2026-11-01T04:00:00.000Z", "2026-11-02T04:59:59.999Z"],
  ["America/Phoenix", "2026-03-08", "2026-03-08T07:00:00.000Z", "2026-03-09T06:59:59.999Z"],
  ["America/St_Johns", "2026-11-16", "2026-11-16T03:30:00.000Z", "2026-11-17T03:29:59.999Z"],
  ["Pacific/Auckland", "2026-11-16", "2026-11-15T11:00:00.000Z", "2026-11-16T10:59:59.999Z"],
  ["UTC", "2026-11-16", "2026-11-16T00:00:00.000Z", "2026-11-16T23:59:59.999Z"],
])("in the zone %s the day %s lasts from %s to %s", (zone, day, start, end) => {
  expect(resolveFilter({ dropped_off_start: day, dropped_off_end: day }, zone)).toEqual({
    dropped_off_start: start,
    dropped_off_end: end,
  });
});

it("detects filters beyond statuses, numbers and jobs", () => {
  expect(requiresSearch({})).toBe(false);
  expect(requiresSearch({ trip_ticket_status_ids: [3], trip_ticket_numbers: [1001], job_ids: [1] })).toBe(
    false,
  );
  expect(requiresSearch({ company_ids: [1] })).toBe(true);
  expect(requiresSearch({ company_ids: [] })).toBe(false);
  expect(requiresSearch({ scaled: false })).toBe(true);
  expect(requiresSearch({ dropped_off_end: "2026-11-16T00:00:00.000Z" })).toBe(true);
});

it.each([
  ["job_ids=first", true],
  ["job_ids=first,3", undefined],
  ["dropped_off_start=soon&dropped_off_end=2026-10-01", true],
  ["date_field=price&dropped_off_end=2026-10-01", true],
  ["scaled=maybe", true],
])("matches nothing if a part has no readable value: %s", (query, isUnreadable) => {
  const filter = resolveFilter(read(query), "UTC");
  expect(filter.is_unreadable).toBe(isUnreadable);
  expect(filter).not.toHaveProperty("unreadable");
  if (isUnreadable) expect(requiresSearch(filter)).toBe(true);
});

it("removing a chip removes one value or one part of the filter", () => {
  const filter = read("job_ids=1,2&dropped_off_start=2026-10-01&date_field=created_at&scaled=no");
  expect(formatFilter(removeFromFilter(filter, "job_ids", 1))).toContain("job_ids=2&");
  expect(removeFromFilter(removeFromFilter(filter, "job_ids", 1), "job_ids", 2).job_ids).toBeUndefined();
  expect(formatFilter(removeFromFilter(filter, "dates"))).toBe("job_ids=1,2&scaled=no");
  expect(removeFromFilter(filter, "scaled").scaled).toBeUndefined();
});
