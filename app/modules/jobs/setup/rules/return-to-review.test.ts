import { expect, test } from "vitest";
import { editFromReview, returnToReview } from "./return-to-review";

test.each([
  ["/jobs/create/map", "/jobs/create/review"],
  ["/jobs/create/review", "/jobs/create/review"],
  ["/jobs/create/land-owner", "/jobs/create/land-owner?from=review"],
  ["/jobs/create/overview#us_county_id", "/jobs/create/overview?from=review#us_county_id"],
  ["/jobs", "/jobs"],
])("an overview that was opened from Review leads to %s as %s", (href, expected) => {
  expect(returnToReview("/jobs/create/overview?from=review", href)).toBe(expected);
});

test("without the mark every step leads to the next one", () => {
  expect(returnToReview("/jobs/create/overview", "/jobs/create/map")).toBe("/jobs/create/map");
});

test("sections and the page that copies stay within their step", () => {
  const sorts = editFromReview("/jobs/create/sort-sheet?section=destinations");
  expect(returnToReview(sorts, "/jobs/create/copy?what=sort-sheet")).toContain("from=review");
  expect(returnToReview(sorts, "/jobs/create/sort-sheet?section=product_mix")).toContain("from=review");
  const copy = editFromReview("/jobs/create/copy?what=rates");
  expect(returnToReview(copy, "/jobs/create/rates")).toBe("/jobs/create/rates?from=review");
});
