import { expect, test } from "vitest";
import { addReviewMark, resolveSetupHref } from "./return-to-review";

test.each([
  ["/jobs/create/map", "/jobs/create/review"],
  ["/jobs/create/review", "/jobs/create/review"],
  ["/jobs/create/land-owner", "/jobs/create/land-owner?from=review"],
  ["/jobs/create/overview#us_county_id", "/jobs/create/overview?from=review#us_county_id"],
  ["/jobs", "/jobs"],
])("in an overview opened from Review, turns a link to %s into %s", (href, expected) => {
  expect(resolveSetupHref("/jobs/create/overview?from=review", href)).toBe(expected);
});

test("keeps links unchanged in a step that wasn't opened from Review", () => {
  expect(resolveSetupHref("/jobs/create/overview", "/jobs/create/map")).toBe("/jobs/create/map");
});

test("keeps the Review parameter on a step's sections and copy page", () => {
  const sorts = addReviewMark("/jobs/create/sort-sheet?section=destinations");
  expect(resolveSetupHref(sorts, "/jobs/create/copy?what=sort-sheet")).toContain("from=review");
  expect(resolveSetupHref(sorts, "/jobs/create/sort-sheet?section=product_mix")).toContain("from=review");
  const copy = addReviewMark("/jobs/create/copy?what=rates");
  expect(resolveSetupHref(copy, "/jobs/create/rates")).toBe("/jobs/create/rates?from=review");
});
