import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { Production } from "../rules/output";
import { Deliveries } from "./deliveries";
import { PlanTable } from "./plan-table";

const totals = {
  loads: 3,
  estimated: 1,
  volumes: [{ unit: 1, loads: 3, volume: 18_600, estimated: 6_200 }],
};
const time = { at: "2026-11-19T12:00:00.000Z", text: "now" };

it("never shows scaled and estimated volume as one number", () => {
  const production: Production = {
    rows: [
      {
        ...{ id: null, label: "Nov 16", short: "Nov 16", from: "2026-11-16", to: "2026-11-16", ...totals },
        ...{ before: null, last: null, unfinished: false, href: null },
      },
    ],
    totals,
    compared: null,
    late: { from: "2026-11-16", to: "2026-11-16", loads: [] },
    nearest: null,
    meta: {
      ...{ from: "2026-11-16", to: "2026-11-16", grain: "day", compare: "none", by: null, zone: "UTC" },
      ...{ today: "2026-11-19", as_of: time, unfinished: false, list: "/trip-tickets" },
    },
  };
  const html = renderToStaticMarkup(<Deliveries production={production} measure="loads" />);
  // The text appears in the sentence, in the row and in the totals.
  expect(html.match(/12\.4 MBF scaled and 6\.2 MBF estimated/g)?.length).toBeGreaterThanOrEqual(3);
  expect(html).not.toContain("18.6 MBF");
});

it("says how much of a goal is only estimated", () => {
  const row = {
    ...{
      id: 1,
      version: 1,
      label: "Deward",
      product: null,
      hauler: null,
      writer: "Us",
      grain: "week" as const,
    },
    ...{ from: "2026-11-16", to: "2026-11-22", unit: 2, planned: 100_000, delivered: 60_000, left: 40_000 },
    ...{ days_left: 2, a_day: 20_000, is_behind: false, is_own: true, is_part: false, href: null },
  };
  const meta = {
    from: row.from,
    to: row.to,
    zone: "UTC",
    today: "2026-11-19",
    as_of: time,
    on: "2026-11-19",
  };
  const shown = (estimated: number) =>
    renderToStaticMarkup(<PlanTable rows={[{ ...row, estimated }]} meta={meta} mayPlan={false} />);
  expect(shown(27_000)).toContain("27 tons estimated");
  expect(shown(0)).not.toContain("estimated");
});
