import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Queue, Totals } from "./scale-lists";

test("at the scale a product's mark stands right before its name, on the way and in the day's totals", () => {
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
    <Queue
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
    <Totals
      totals={[{ supplier, product, wood, loads: 2, unscaled: 0, volume: "55 tons", net: "110,000 lb" }]}
    />,
  );
  expect(day).toMatch(/<td><svg class="wood".*<\/svg> Pulpwood, red pine<\/td>/);
});
