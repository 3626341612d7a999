import { describe, expect, it, test } from "vitest";
import { readListQuery, readNumbers } from "./list-query";

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
])("the search %j reads %j, not %j", (text, numbers, wrong) => {
  expect(readNumbers(text)).toEqual({ numbers, wrong });
});

it("takes fifty numbers at once", () => {
  const many = Array.from({ length: 80 }, (_, i) => i + 1001);
  expect(readNumbers(many.join(",")).numbers).toEqual(many.slice(0, 50));
});

describe("the list's address", () => {
  const read = (query: string) => readListQuery(new URLSearchParams(query));

  it("is the loads' first page where it says nothing", () => {
    expect(read("").input).toEqual({ view: "loads", page: 0 });
    expect(read("").problem).toBeNull();
  });

  it("carries view, statuses, sort and page", () => {
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
    "status=7",
    "status=99",
    "status=",
    "sort=price",
    "page=-1",
    "page=1.5",
    "page=x",
    "page=100001",
    "page=1e9",
  ])("leaves out what makes no sense: %s", (query) => {
    expect(read(query).input).toEqual({ view: "loads", page: 0 });
  });

  it("says what it could not read of a search, and searches the rest", () => {
    const found = read("q=1042,+oak");
    expect(found.input.trip_ticket_numbers).toEqual([1042]);
    expect(found.problem).toBe("Search by ticket numbers, like 1042, 1043. Not a number: oak");
  });
});
