import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { addLoadTotals } from "../rules/aggregate";
import type { Production } from "../rules/output";
import { mergeExcessRows } from "./deliveries";
import { ReportLinks } from "./reports";

const period = {
  range: { start: "2026-11-01", end: "2026-11-30" },
  grain: "day",
  compare: "previous",
  today: "2026-11-19",
} as const;
const shown = (mayExport: boolean) =>
  renderToStaticMarkup(
    <ReportLinks
      report="deliveries"
      by="product"
      period={period}
      narrowed={{ job_ids: "7" }}
      mayExport={mayExport}
    />,
  );

it("links to the sales form for a company that may not export, and to the file for one that may", () => {
  const without = shown(false);
  expect(without).toMatch(/<a [^>]*href="\/contact-sales"[^>]*>CSV<\/a>/);
  expect(without).toContain("Printing is free.");
  expect(without).not.toContain("/production/file");
  const file = shown(true);
  expect(file).toMatch(/href="\/production\/file\?[^"]*job_ids=7[^"]*"[^>]*>CSV<\/a>/);
  expect(file).not.toContain("/contact-sales");
});

it("keeps the requested days and filters in links between reports", () => {
  const links = [...shown(true).matchAll(/href="(\/production\?[^"]*)"/g)].map(([, href = ""]) => href);
  expect(links).toHaveLength(6);
  for (const href of links) {
    expect(href).toContain("from=2026-11-01&amp;to=2026-11-30");
    expect(href).toContain("job_ids=7");
  }
});

it("merges groups beyond a hundred into one row, so that the rows still add up to the totals", () => {
  const row = (i: number): Production["rows"][number] => ({
    id: i,
    label: `Job ${i}`,
    short: `Job ${i}`,
    from: null,
    to: null,
    loads: 200 - i,
    estimated: i % 3,
    volumes: [{ unit: 1 + (i % 3), loads: 200 - i, volume: 1_000 * (200 - i), estimated: 100 * (200 - i) }],
    before: { loads: 1, estimated: 0, volumes: [] },
    last: { at: `2026-11-${10 + (i % 10)}T12:00:00.000Z`, text: "then" },
    unfinished: false,
    href: "/trip-tickets",
  });
  const rows = Array.from({ length: 150 }, (_, i) => row(i));
  const shown = mergeExcessRows(rows, true);
  expect(shown).toHaveLength(100);
  expect(shown.at(-1)).toMatchObject({ label: "51 others", href: null, before: { loads: 51 } });
  expect(addLoadTotals(shown)).toEqual(addLoadTotals(rows));
  expect(shown.at(-1)?.last?.at).toBe("2026-11-19T12:00:00.000Z");
  // A hundred groups are all shown, and rows of days are never merged.
  expect(mergeExcessRows(rows.slice(0, 100), true)).toHaveLength(100);
  expect(mergeExcessRows(rows, false)).toHaveLength(150);
});
