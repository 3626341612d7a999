import { describe, expect, it, test } from "vitest";
import { parseListQuery } from "./list-query";
import { parseTicketNumberList } from "./ticket-numbers";

test.each([
  ["1042", [1042], []],
  ["1042, 1043,1044", [1042, 1043, 1044], []],
  ["1042 1043;1044\n1045", [1042, 1043, 1044, 1045], []],
  ["#1042, #1043", [1042, 1043], []],
  ["1042,1042, 1042", [1042], []],
  ["01042", [1042], []],
  ["", [], []],
  [" , ;", [], []],
  ["oak", [], ["oak"]],
  ["1042, oak, -3, 1.5", [1042], ["oak", "-3", "1.5"]],
  ["0, 1042", [1042], ["0"]],
  ["SLT-1178, wey-1042", [1178, 1042], []],
  ["1234567890", [], ["1234567890"]],
])("parses the search %j as %j and rejects %j", (text, numbers, wrong) => {
  expect(parseTicketNumberList(text)).toEqual({ numbers, wrong });
});

it("accepts the first fifty numbers", () => {
  const many = Array.from({ length: 80 }, (_, i) => i + 1001);
  expect(parseTicketNumberList(many.join(",")).numbers).toEqual(many.slice(0, 50));
});

describe("the ticket list's URL", () => {
  const read = (query: string) => parseListQuery(new URLSearchParams(query));

  it("an empty query shows the first page of loads", () => {
    expect(read("").input).toEqual({ view: "loads", page: 0 });
    expect(read("").problem).toBeNull();
  });

  it("a query contains view, statuses, sort order and page", () => {
    expect(read("view=available&status=7&status=6&sort=priority&desc=0&page=3").input).toEqual({
      view: "available",
      trip_ticket_status_ids: [7, 6],
      sort: "priority",
      descending: false,
      page: 3,
    });
  });

  test.each([
    "view=nonsense",
    "status=",
    "sort=price",
    "page=-1",
    "page=1.5",
    "page=x",
    "page=100001",
    "page=1e9",
  ])("ignores an invalid value: %s", (query) => {
    expect(read(query).input).toEqual({ view: "loads", page: 0 });
  });

  it.each([
    ["trip_ticket_status_ids=7", "available", [7]],
    ["status=7", "available", [7]],
    ["view=available&trip_ticket_status_ids=3", "loads", [3]],
    ["view=available&trip_ticket_status_ids=6", "available", [6]],
  ] as const)("shows the view that lists the requested status: %s", (query, view, statuses) => {
    expect(read(query).input).toEqual({ view, trip_ticket_status_ids: statuses, page: 0 });
    expect(read(query).problem).toBeNull();
  });

  it("reports a status that the view doesn't list and keeps the others", () => {
    const { filter, problem } = read("trip_ticket_status_ids=3,7");
    expect(filter.trip_ticket_status_ids).toEqual([3]);
    expect(problem).toContain('Status "Available"');
  });

  it.each([
    ["trip_ticket_numbers=oak", 'Ticket "oak"'],
    ["status=99", 'Status "99"'],
    ["job_ids=first", 'Job "first"'],
    ["scaled=maybe", 'Scaled "maybe"'],
    ["dropped_off_start=soon", 'From "soon"'],
  ])("reports the unreadable value: %s", (query, label) => {
    expect(read(query).problem).toBe(
      `We couldn't read part of this filter: ${label}. Change it or clear the filter.`,
    );
  });

  it("matches nothing for a search without a number", () => {
    expect(read("q=oak").input.unreadable).toEqual([{ part: "q", text: "oak" }]);
  });

  it("reports the unreadable part of a search and searches for the rest", () => {
    const match = read("q=1042,+oak");
    expect(match.input.trip_ticket_numbers).toEqual([1042]);
    expect(match.problem).toBe("Search by ticket numbers, like 1042, 1043. Not a number: oak");
  });
});
