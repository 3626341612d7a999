import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { JustReceived, ReceivedTotals, ScaleQueue } from "./scale-lists";

test("a product's icon precedes its name in the scale house queue and in the day's totals", () => {
  const truck = {
    id: 7,
    number: 1042,
    truck: "30",
    driver: "Jim Sobczak",
    hauler: null,
    product: "Pulpwood, red pine",
    wood: "5-125-0",
    supplier: "Superior Land & Timber",
    since: "38 min ago",
    gross: null,
    is_rejected: false,
  };
  const queue = renderToStaticMarkup(
    <ScaleQueue
      page={{
        coming: [truck],
        waiting: [],
        more_coming: false,
        card: null,
        choices: [],
        problem: null,
        latest: [],
        totals: [],
        makes_loads: false,
      }}
    />,
  );
  expect(queue.replace(/<!-- -->/g, "")).toMatch(
    /Jim Sobczak · <svg class="wood".*<\/svg> Pulpwood, red pine · picked up 38 min ago/,
  );
  const { supplier, product, wood } = truck;
  const day = renderToStaticMarkup(
    <ReceivedTotals
      totals={[{ supplier, product, wood, loads: 2, unscaled: 0, volume: "55 tons", net: "110,000 lb" }]}
    />,
  );
  expect(day).toMatch(/<td><svg class="wood".*<\/svg> Pulpwood, red pine<\/td>/);
});

test("the message about a received load shows what is still missing, and where the load's warnings are", () => {
  const load = { number: 1167, volume: null, waits_for_tare: false, warnings: [] };
  const said = (more: Partial<typeof load> | { volume: string } | { warnings: string[] }) =>
    renderToStaticMarkup(<JustReceived load={{ ...load, ...more }} />).replace(/<[^>]+>/g, "|");
  expect(said({})).toMatch(/\|1167 received: volume to come\|/);
  expect(said({ waits_for_tare: true })).toMatch(/\|1167 received: tare to come\|/);
  expect(said({ volume: "33.09 tons" })).toMatch(/\|1167 received: 33\.09 tons\|/);
  expect(said({ warnings: ["The net weight is 0 lb."] })).toContain(
    "|Check its notes under Received today.|",
  );
});
