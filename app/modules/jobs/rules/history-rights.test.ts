import { expect, test } from "vitest";
import { combineCrewFlags, ENTITIES, type Entity } from "~/lib/access/crew-permissions";
import { canReadDiff, getHistoryRights } from "./history-rights";

const flags = (read: boolean) => ({ create: true, read, update: true, delete: true });
/** History rights of a crew that may do everything except read these entities. */
const without = (...entities: Entity[]) =>
  getHistoryRights(
    combineCrewFlags([
      {
        isPrimary: false,
        rows: ENTITIES.map((entity) => ({ entity, ...flags(!entities.includes(entity)) })),
      },
    ]),
  );

test.each<[Entity, string, string[]]>([
  ["comment", "comment_added", ["file_added", "job_updated"]],
  ["comment", "comment_updated", ["photo_added"]],
  ["photo", "photo_removed", ["comment_added"]],
  ["file", "file_added", ["photo_added"]],
  ["job_company", "company_declined", ["job_created"]],
  ["landing_inventory", "landing_inventory_updated", ["job_deleted"]],
])("without the right to read a %s, %s stays hidden", (entity, hidden, shown) => {
  const rights = without(entity).hidden as string[];
  expect(rights).toContain(hidden);
  for (const activity of shown) expect(rights).not.toContain(activity);
});

const price = { key: "Cut rate, Pulpwood: A pays B", saved: null, updated: "$1.00", readers: [1] };
const contract = { key: "cut_contract_name", saved: null, updated: "Deal", readers: [1] };
const mix = { key: "Mill yard, miles", saved: 1, updated: 2 };
const road = { key: "way", saved: "1 mi", updated: "2 mi" };
test.each([
  ["job_rate", price, contract],
  ["job_company", contract, price],
  ["job_destination", mix, { key: "product", saved: null, updated: "X" }],
  [
    "job_destination",
    { key: "destination", saved: null, updated: "X" },
    { key: "township", saved: 1, updated: 2 },
  ],
  ["job_product", { key: "product", saved: null, updated: "X" }, mix],
  ["road", road, mix],
] as const)(
  "hides a history line without the right to read its %s, and shows the other lines",
  (entity, hidden, shown) => {
    const rights = without(entity);
    expect([canReadDiff("job_updated", hidden, rights), canReadDiff("job_updated", shown, rights)]).toEqual([
      false,
      true,
    ]);
  },
);

test("a company name that looks like a contract key doesn't turn a price line into a contract line", () => {
  const sly = { ...price, key: "Cut rate: A pays cut_contract_name" };
  expect(canReadDiff("job_updated", sly, without("job_rate"))).toBe(false);
});

test("a product name with a comma in a landing's entry isn't treated as a destination's line", () => {
  expect(
    canReadDiff("landing_inventory_updated", { ...mix, key: "Pulpwood, aspen" }, without("job_destination")),
  ).toBe(true);
});
