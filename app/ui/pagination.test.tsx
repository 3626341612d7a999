import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { buildPageHref, Pagination } from "./pagination";

describe("the URL of a page", () => {
  it.each([
    ["", 0, "/jobs"],
    ["", 1, "/jobs?page=1"],
    ["page=3", 0, "/jobs"],
    ["status=3&status=4&page=3", 2, "/jobs?status=3&status=4&page=2"],
    ["q=1042%2C1043", 1, "/jobs?q=1042%2C1043&page=1"],
  ])("the URL for query '%s' and zero-based page %i is %s", (query, page, href) => {
    expect(buildPageHref("/jobs", query, page)).toBe(href);
  });
});

const pager = (page: number, total: number, capped?: boolean) =>
  renderToStaticMarkup(
    <Pagination
      pathname="/jobs"
      query="q=7"
      page={page}
      pageSize={15}
      total={total}
      capped={capped}
      noun="job"
    />,
  );
const links = (html: string) =>
  [...html.matchAll(/href="([^"]+)"[^>]*>(?:<svg.*?<\/svg>)?\s*(\w+)/g)].map((m) => `${m[2]} ${m[1]}`);

describe("the pagination links", () => {
  it("shows page numbers that count from one", () => {
    expect(pager(1, 156)).toContain("156 jobs · Page 2 of 11");
  });

  it("shows a message when the URL's page is after the last one", () => {
    expect(pager(99_999, 1_050)).toContain("There isn&#x27;t a page 100,000. The last one is 70.");
    expect(pager(99_999, 1_050)).not.toContain("of 70");
  });

  it("has no links when there is only one page", () => {
    expect(pager(0, 15)).toContain("15 jobs");
    expect(pager(0, 15)).not.toContain("· Page");
    expect(links(pager(0, 15))).toEqual([]);
  });

  it("renders nothing for an empty list", () => {
    expect(pager(0, 0)).toBe("");
  });

  it.each([
    [0, 16, ["Next /jobs?q=7&amp;page=1"]],
    [0, 46, ["Next /jobs?q=7&amp;page=1", "Last /jobs?q=7&amp;page=3"]],
    [1, 30, ["Previous /jobs?q=7"]],
    [2, 45, ["First /jobs?q=7", "Previous /jobs?q=7&amp;page=1"]],
    [
      2,
      75,
      [
        "First /jobs?q=7",
        "Previous /jobs?q=7&amp;page=1",
        "Next /jobs?q=7&amp;page=3",
        "Last /jobs?q=7&amp;page=4",
      ],
    ],
  ])("on zero-based page %i of a list of %i rows, links to %j", (page, total, expected) => {
    expect(links(pager(page, total))).toEqual(expected);
  });

  it("on a page after the end, links back to the last page with rows", () => {
    expect(links(pager(40, 45))).toEqual(["First /jobs?q=7", "Previous /jobs?q=7&amp;page=2"]);
  });

  it("shows no last page when the total is capped", () => {
    const html = pager(70, 1000, true);
    expect(html).toContain("More than 1,000 · Page 71<");
    expect(links(html)).toEqual([
      "First /jobs?q=7",
      "Previous /jobs?q=7&amp;page=69",
      "Next /jobs?q=7&amp;page=71",
    ]);
  });
});
