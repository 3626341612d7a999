import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Reports } from "./reports";

const period = {
  range: { start: "2026-11-01", end: "2026-11-30" },
  grain: "day",
  compare: "previous",
  today: "2026-11-19",
} as const;
const shown = (mayExport: boolean) =>
  renderToStaticMarkup(
    <Reports
      report="deliveries"
      by="product"
      period={period}
      narrowed={{ job_ids: "7" }}
      mayExport={mayExport}
    />,
  );

it("leads to the sales form where a company may not have files, and to the file where it may", () => {
  const without = shown(false);
  expect(without).toMatch(/<a [^>]*href="\/contact-sales"[^>]*>CSV<\/a>/);
  expect(without).toContain("Printing is free.");
  expect(without).not.toContain("/production/file");
  const file = shown(true);
  expect(file).toMatch(/href="\/production\/file\?[^"]*job_ids=7[^"]*"[^>]*>CSV<\/a>/);
  expect(file).not.toContain("/contact-sales");
});

it("keeps what is asked from report to report", () => {
  const links = [...shown(true).matchAll(/href="(\/production\?[^"]*)"/g)].map(([, href = ""]) => href);
  expect(links).toHaveLength(6);
  for (const href of links) {
    expect(href).toContain("from=2026-11-01&amp;to=2026-11-30");
    expect(href).toContain("job_ids=7");
  }
});
