import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { FilterGroup } from "../data/filter-options.server";
import { Options } from "./filter-panel";

const jobs = (count: number): FilterGroup => ({
  name: "job_ids",
  label: "Jobs",
  options: Array.from({ length: count }, (_, i) => ({ id: i + 1, label: `Job ${i + 1}` })),
});
const html = (count: number, chosen: number[]) =>
  renderToStaticMarkup(<Options group={jobs(count)} chosen={chosen} />);

test("a group is folded, and open with its count when something in it is checked", () => {
  expect(html(6, [])).toMatch(/<details class="menu"><summary>Jobs<\/summary>/);
  expect(html(6, [2, 5])).toMatch(/<details class="menu" open=""><summary>Jobs \(2\)<\/summary>/);
});

test("only a long group has a search", () => {
  expect(html(5, [])).not.toContain("Search jobs");
  expect(html(6, [])).toContain("Search jobs");
});
