import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { DayRange } from "~/lib/time/date-range";
import { Chart, type ChartProps } from "./chart";
import { computeAxisTicks, computeTicksAround, getLabelInterval } from "./chart-scale";
import { PeriodPicker } from "./period";
import { StatCard, StatCards } from "./stat";

const CHART: ChartProps = {
  kind: "columns",
  title: "Loads a day",
  says: "This week to now: 7 loads, 2 more than last week by this hour.",
  series: ["This week", "Last week"],
  unit: "loads",
  rows: [
    { label: "Mon, Nov 16, 2026", short: "Nov 16", values: [4, 3] },
    { label: "Tue, Nov 17, 2026", short: "Nov 17", values: [3, 2], unfinished: true },
    { label: "Wed, Nov 18, 2026", short: "Nov 18", values: [0, 0] },
  ],
};
const draw = (more: Partial<ChartProps> = {}) => renderToStaticMarkup(<Chart {...CHART} {...more} />);
const marks = (html: string) =>
  [...html.slice(html.indexOf("</defs>")).matchAll(/<rect [^>]+>/g)].map((m) => m[0]);
const number = (rect: string | undefined, name: string) =>
  Number(new RegExp(` ${name}="(\\d+)"`).exec(rect ?? "")?.[1]);

describe("a chart", () => {
  it("a chart describes itself visibly and to screen readers, and has a table of the same rows", () => {
    const html = draw();
    expect(html).toContain('role="img" aria-label="This week to now: 7 loads');
    expect(html).toContain("<p>This week to now: 7 loads");
    expect(html).toMatch(
      /<th scope="row">Tue, Nov 17, 2026 \(so far\)<\/th><td class="num">3<\/td><td class="num">2<\/td>/,
    );
    expect(html.match(/<tr>/g)).toHaveLength(4);
  });

  it("a chart's axis begins at zero, so that heights are proportional to the values", () => {
    const [four, three] = marks(draw());
    expect(number(four, "height") / number(three, "height")).toBeCloseTo(4 / 3, 1);
    expect(number(four, "y") + number(four, "height")).toBe(number(three, "y") + number(three, "height"));
  });

  it("a chart outlines unfinished periods, and draws nothing for zero values", () => {
    const drawn = marks(draw());
    expect(drawn).toHaveLength(4);
    expect(drawn.map((rect) => / open"/.test(rect))).toEqual([false, false, true, true]);
  });

  it("a stacked chart gives each series its own hatch", () => {
    const [first, second] = marks(draw({ kind: "stacked" }));
    expect(number(second, "y") + number(second, "height")).toBe(number(first, "y"));
    expect(first).toMatch(/fill="url\(#[^)]+-p1\)"/);
    expect(second).toMatch(/fill="url\(#[^)]+-p2\)"/);
  });

  it("a price line's axis has round values around its data; columns always begin at zero", () => {
    expect(computeTicksAround(3801, 3954)).toEqual([3800, 3900, 4000]);
    expect(computeTicksAround(3900, 3900)).toEqual([3900]);
    const prices = {
      rows: [3801, 3954].map((n) => ({ label: String(n), values: [n] })),
      series: ["Price"],
      around: true,
    };
    expect(draw({ ...prices, kind: "line" })).not.toContain(">0</text>");
    expect(draw({ ...prices, kind: "columns" })).toContain(">0</text>");
  });

  it("draws bars with their names and values, and lines", () => {
    expect(draw({ kind: "bars", series: ["Loads"] })).toContain('viewBox="0 0 400 70"');
    expect(draw({ kind: "line" })).toMatch(/class="line s1" d="M\d+ \d+L\d+ \d+L\d+ \d+"/);
  });

  it("renders without errors if there is nothing to draw", () => {
    expect(marks(draw({ rows: [] }))).toEqual([]);
    expect(draw({ rows: [{ label: "x", values: [0, 0] }] })).not.toContain("NaN");
  });

  it("adds no inline styles to the page, which the security policy would block", () => {
    for (const kind of ["columns", "stacked", "line", "bars"] as const)
      expect(draw({ kind })).not.toContain("style=");
  });
});

it.each([
  [0, [0, 1]],
  [3, [0, 1, 2, 3]],
  [41, [0, 20, 40, 60]],
  [1118, [0, 500, 1000, 1500]],
  [0.7, [0, 0.2, 0.4, 0.6, 0.8]],
])("an axis up to %d has the ticks %j", (most, ticks) => expect(computeAxisTicks(most)).toEqual(ticks));

it("thins labels so that they don't overlap", () => {
  expect([
    getLabelInterval(7, 7),
    getLabelInterval(8, 7),
    getLabelInterval(31, 7),
    getLabelInterval(0, 7),
  ]).toEqual([1, 2, 5, 1]);
});

it("a stat card's number is a link, labeled with what it counts", () => {
  const stat = { label: "Loads this week", value: "41", unit: "loads", href: "/trip-tickets" };
  const html = renderToStaticMarkup(<StatCard {...stat} change="3 more loads than last week" good />);
  expect(html).toContain(
    '<a href="/trip-tickets" aria-label="41 loads, Loads this week">41</a><span aria-hidden="true"> loads</span>',
  );
  expect(html).toContain('<p class="change good">3 more loads than last week</p>');
  expect(renderToStaticMarkup(<StatCards stats={[stat]} label="Loads" />)).toContain(
    '<section aria-label="Loads"><ul class="stats">',
  );
});

describe("the period picker", () => {
  const period = {
    range: { start: "2026-11-09", end: "2026-11-15" },
    grain: "day",
    compare: "previous",
    today: "2026-11-17",
  } as const;
  const pick = (range: DayRange = period.range) =>
    renderToStaticMarkup(
      <PeriodPicker action="/production" period={{ ...period, range }} others={[["report", "by"]]} />,
    );

  it("the period picker is a form that keeps the page's other parameters", () => {
    const html = pick();
    expect(html).toContain('<form method="get" action="/production"');
    expect(html).toContain('<input type="hidden" name="report" value="by"/>');
    expect(html).toContain(
      'href="/production?report=by&amp;from=2026-11-02&amp;to=2026-11-08&amp;grain=day&amp;compare=previous">Previous period',
    );
    expect(html).toMatch(/aria-current="true">Last week</);
  });

  it("the period picker has no link to the next period if the period includes today", () => {
    expect(pick()).toMatch(/<a [^>]+>Next period<\/a>/);
    expect(pick({ start: "2026-11-16", end: "2026-11-22" })).toContain(
      '<span class="soft">Next period</span>',
    );
  });
});
