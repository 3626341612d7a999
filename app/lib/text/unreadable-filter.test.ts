import { expect, test } from "vitest";
import { createFilterReader, formatUnreadableFilter } from "./unreadable-filter";

test("reads choices, ids and days from the address, and omits blank values", () => {
  const { choice, id, day, unreadable } = createFilterReader(
    "http://localhost/list?status=paid&company=7&from=10/1/2026&to=&job=0",
  );
  expect(choice("status", "Status", ["paid", "void"])).toBe("paid");
  expect(id("company", "Company")).toBe(7);
  expect(id("job", "Job")).toBeUndefined();
  expect(day("from", "From")).toBe("2026-10-01");
  expect(day("to", "To")).toBeUndefined();
  expect(unreadable).toEqual([]);
});

test("names unreadable values, each with the address without that value on the first page", () => {
  const { choice, id, day, unreadable } = createFilterReader(
    "http://localhost/list?status=bogus&company=7x&from=yesterdayish&q=oak&page=3",
  );
  expect(choice("status", "Status", ["paid", "void"])).toBeUndefined();
  expect(id("company", "Company")).toBeUndefined();
  expect(day("from", "From")).toBeUndefined();
  expect(unreadable).toEqual([
    { name: "status", label: "Status", text: "bogus", href: "/list?company=7x&from=yesterdayish&q=oak" },
    { name: "company", label: "Company", text: "7x", href: "/list?status=bogus&from=yesterdayish&q=oak" },
    { name: "from", label: "From", text: "yesterdayish", href: "/list?status=bogus&company=7x&q=oak" },
  ]);
  expect(formatUnreadableFilter(['Status "bogus"'])).toBe(
    'We couldn\'t read part of this filter: Status "bogus". Change it or clear the filter.',
  );
});
