import { expect, test } from "vitest";
import { formatBreadcrumb, formatCount, formatFullName, getArticle, spellDigits } from "./text";

test.each([
  ["jobs", "Jobs"],
  ["trip-tickets", "Trip Tickets"],
  ["sort-sheet", "Sort Sheet"],
  ["api-keys", "API Keys"],
  ["1042", "1042"],
  ["550e8400-e29b-41d4-a716-446655440000", "550e8400-e29b-41d4-a716-446655440000"],
])("formats the path segment %s as the breadcrumb %s", (segment, crumb) => {
  expect(formatBreadcrumb(segment)).toBe(crumb);
});

test.each([
  ["Available", "An"],
  ["In Transit", "An"],
  ["In Yard", "An"],
  ["Claimed", "A"],
  ["Completed", "A"],
  ["Paused", "A"],
])("returns for %s the article %s", (word, article) => {
  expect(getArticle(word)).toBe(article);
});

test("formats a count with its noun", () => {
  expect(formatCount(0, "ticket")).toBe("0 tickets");
  expect(formatCount(1, "ticket")).toBe("1 ticket");
  expect(formatCount(1204, "ticket")).toBe("1,204 tickets");
  expect(formatCount(2, "company", "companies")).toBe("2 companies");
});

test("spells out a number digit by digit, so that a smudged one can be read", () => {
  expect(spellDigits(1042)).toBe("one zero four two");
});

test("joins the first and last name, also if one is empty", () => {
  expect(formatFullName({ first_name: "Pat", last_name: "Larsen" })).toBe("Pat Larsen");
  expect(formatFullName({ first_name: "Pat", last_name: "" })).toBe("Pat");
});
