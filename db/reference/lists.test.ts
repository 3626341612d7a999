import { describe, expect, it, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import * as lists from "./lists";
import { SPECIES } from "./seed";

const ids = (rows: readonly (readonly [number, ...unknown[]])[]) => rows.map(([id]) => id);

describe("reference lists", () => {
  const KEYED_OTHERWISE = ["RELEASES", "PRODUCTS", "BILLING_PRODUCTS"];
  const rows = Object.entries(lists).filter(([name]) => !KEYED_OTHERWISE.includes(name)) as [
    string,
    readonly (readonly [number, string])[],
  ][];

  test.each(rows)("%s has unique ids and unique names", (_list, of) => {
    expect(new Set(ids(of)).size).toBe(of.length);
    expect(new Set(of.map(([, name]) => name)).size).toBe(of.length);
    for (const [id, name] of of) {
      expect(Number.isInteger(id) && id > 0).toBe(true);
      expect(name).toBe(name.trim());
      expect(name).not.toBe("");
    }
  });
});

describe("the ids that the API uses", () => {
  test.each<[string, readonly (readonly [number, string, ...unknown[]])[], string]>([
    ["units", lists.WOOD_UNIT_TYPES, "MBF 1, TON 2, CORD 3"],
    ["job statuses", lists.JOB_STATUSES, "Active 1, Inactive 2"],
    ["priorities", lists.TRIP_TICKET_PRIORITIES, "High 1, Medium 2, Low 3"],
    [
      "ticket statuses",
      lists.TRIP_TICKET_STATUSES,
      "Is Claimed 1, Is In Transit 2, Is Completed 3, Is Cancelled 4, Is Paused 5, Is In Yard 6, Is Available 7",
    ],
    ["rate types", lists.JOB_PRODUCT_RATE_TYPES, "Cut 1, Skid 2, Stumpage 3, Mill 4"],
    ["cost types", lists.COST_TYPES, "Cut 1, Skid 2, Haul 3, Stumpage 4, Fuel 5, Other 9, Mill 10"],
    [
      "road types",
      lists.ROAD_TYPES,
      "Haul 1, Company 2, Private 3, County 4, Skid 5, Stub 6, Back-In Stub 7, Blacktop 8, Other 9",
    ],
    [
      "notification types, without 8",
      lists.NOTIFICATION_TYPES,
      "General 1, Job invitation 2, Accepted 3, Declined 4, Ticket assigned 5, Ticket status 6, Comment 7, Join request 9, Settlement 10",
    ],
    ["settlement statuses", lists.SETTLEMENT_STATUS_TYPES, "Unpaid 1, Paid 2, Void 3"],
    ["features", lists.FEATURES, "Job creation 1, Advanced export 2, Settlements 3"],
    ["certification types", lists.CERTIFICATION_TYPES.slice(0, 2), "FSC 1, SFI 2"],
  ])("%s", (_list, rows, as) => {
    expect(rows.map(([id, name]) => `${name} ${id}`).join(", ")).toBe(as);
  });
});

describe("certifications", () => {
  it("hides exactly one certification type, because its name contains URL", () => {
    expect(lists.CERTIFICATION_TYPES.filter(([, name]) => name.includes("URL"))).toHaveLength(1);
  });

  it("every FSC or SFI claim contains its own scheme's name", () => {
    for (const [, name, type] of lists.PRODUCT_CLAIMS)
      expect([name, type]).toEqual([name, name.startsWith("FSC ") ? 1 : 2]);
    // Only these two claims can apply to wood directly from the forest; the mill's documents depend on their exact
    // wording.
    const names = lists.PRODUCT_CLAIMS.map(([, name]) => name);
    expect(names).toEqual(expect.arrayContaining(["FSC 100%", "FSC Controlled Wood"]));
  });
});

describe("products", () => {
  const types = new Set(ids(lists.PRODUCT_TYPES));
  const species = new Set(SPECIES.map((s) => Number(s.fia)));
  const groups = new Set(ids(lists.WOOD_SPECIES_TYPES));
  const units = new Set(ids(lists.WOOD_UNIT_TYPES));

  it("every product has a known type, and not both a species and a species group", () => {
    for (const [type, of, group] of lists.PRODUCTS) {
      expect([type, types.has(type)]).toEqual([type, true]);
      if (of !== null) expect([of, species.has(of)]).toEqual([of, true]);
      if (group !== null) expect([group, groups.has(group)]).toEqual([group, true]);
      expect(of === null || group === null).toBe(true);
    }
  });

  it("every product is listed once", () => {
    expect(new Set(lists.PRODUCTS.map(String)).size).toBe(lists.PRODUCTS.length);
  });

  it("every product is sold by a known unit, or by the ton if its type has no unit", () => {
    for (const [, name, unit] of lists.PRODUCT_TYPES)
      expect([name, unit === null || units.has(unit)]).toEqual([name, true]);
    expect(lists.PRODUCT_TYPES.filter(([, , unit]) => unit === null).map(([, name]) => name)).toEqual([
      "Other",
    ]);
  });
});

describe("releases", () => {
  const versions = lists.RELEASES.map((r) => r.version);

  it("the last release is the running version", () => {
    expect(versions.at(-1)).toBe(packageJson.version);
  });

  it("versions are unique and in order of their dates", () => {
    const dates = lists.RELEASES.map((r) => r.released_at);
    expect([...dates].sort()).toEqual(dates);
    expect(new Set(versions).size).toBe(versions.length);
    for (const date of dates) expect(new Date(date).toISOString()).toBe(date);
  });

  it("every release has notes in plain words", () => {
    for (const { notes } of lists.RELEASES) {
      expect(notes.length).toBeGreaterThan(0);
      for (const [title, description] of notes) {
        expect(title).not.toBe("");
        expect(description).toMatch(/\.$/);
        expect(`${title} ${description}`).not.toMatch(/!|please/i);
      }
    }
  });
});

test("each subscription has its own tier, lookup key and price; the larger tier includes the smaller one's features", () => {
  const [basic, professional] = lists.BILLING_PRODUCTS;
  expect([basic[0], professional[0]]).toEqual(["basic", "professional"]);
  expect(new Set(lists.BILLING_PRODUCTS.map(([, , , key]) => key)).size).toBe(2);
  expect(professional[2]).toBeGreaterThan(basic[2]);
  const [some, all] = lists.BILLING_PRODUCTS.map(([, , , , features]) => features.split(","));
  expect(all).toEqual(expect.arrayContaining(some ?? []));
});
