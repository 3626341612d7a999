import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { FilterGroup } from "../data/filter-options.server";
import { FilterGroupOptions } from "./filter-panel";

const jobs = (count: number): FilterGroup => ({
  name: "job_ids",
  label: "Jobs",
  options: Array.from({ length: count }, (_, i) => ({ id: i + 1, label: `Job ${i + 1}` })),
});
const html = (count: number, chosen: number[]) =>
  renderToStaticMarkup(<FilterGroupOptions group={jobs(count)} chosen={chosen} />);

test("a filter group is collapsed by default, and open with its count if an option is checked", () => {
  expect(html(6, [])).toMatch(/<details class="menu"><summary>Jobs<\/summary>/);
  expect(html(6, [2, 5])).toMatch(/<details class="menu" open=""><summary>Jobs \(2\)<\/summary>/);
});

test("only a long filter group has a search box", () => {
  expect(html(5, [])).not.toContain("Search jobs");
  expect(html(6, [])).toContain("Search jobs");
});
