import { beforeAll, describe, expect, it, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeLocation } from "#db/factories";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { actWithoutPermissions } from "#db/testing/limited";
import { openTestDatabase } from "#db/testing/test-database";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import type { CompanyActor } from "~/web/actor";
import { readJobAreas } from "./sight-areas.server";
import { getMapPlaces, getWholeMap } from "./whole-map.server";

let db: Database;
let h: Harvest;
type Person = Pick<Harvest["manager"], "call">;
const run = (sql: string, ...args: (string | number)[]) => db.client.execute({ sql, args });

beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  const { job, destination, sawlogsOnly } = h.ids;
  await run("UPDATE job SET name = 'Deward', latitude = 44.8, longitude = -84.8 WHERE id = ?", job);
  await run(
    "UPDATE company_location SET latitude = 44.66, longitude = -84.71 WHERE company_id = ?",
    h.ids.mill.id,
  );
  await run("UPDATE job_destination SET name = 'Pulp mill' WHERE id = ?", destination);
  await run(
    "INSERT INTO landing (job_id, name, latitude, longitude, creator_company_id, created_at) VALUES (?, 'North landing', 44.8, -84.8, ?, '2026-01-01T00:00:00.000Z')",
    job,
    h.ids.manager.id,
  );
  await makeLocation(db, h.ids.manager.id, { name: "Home yard", latitude: 44.7, longitude: -84.7 });
  const truck = { trip_ticket_status_id: STATUS.inTransit, hauler_company_id: h.ids.hauler.id };
  await h.ticket({ ...truck, picked_up_at: "2026-11-20T14:12:00.000Z" });
  await h.ticket({ ...truck, picked_up_at: "2026-11-20T15:00:00.000Z" });
  await h.ticket({ ...truck, picked_up_at: "2026-11-20T15:30:00.000Z", job_destination_id: sawlogsOnly });
  await h.ticket({ trip_ticket_status_id: STATUS.available });
});

/** Return the places that a person sees on the map, each as its kind and name. */
async function found(who: Person, query: Parameters<typeof input>[0] = {}) {
  const { features } = await who.call(getMapPlaces, input(query));
  return features
    .map(
      ({ properties: p, geometry }) => `${p.kind} ${p.name}${p.count ? ` ${p.count} ${geometry.type}` : ""}`,
    )
    .sort();
}
const input = (query: { kinds?: string; text?: string; jobs?: "active" | "inactive" | "all" } = {}) => query;

describe("visibility of places", () => {
  it("the office sees jobs, landings, destinations, its own yards, and loads as lines with their number", async () => {
    expect(await found(h.manager)).toEqual([
      "destination Pulp mill",
      "destination Sawmill",
      "job Deward",
      "landing North landing",
      "load Deward to Pulp mill 2 LineString",
      "load Deward to Sawmill 1 LineString",
      "location Home yard",
    ]);
    const { ways } = await h.manager.call(getWholeMap, { query: "" });
    expect(ways.map(({ words }) => words)).toEqual([
      "2 on the way, the oldest picked up Fri, Nov 20, 9:12 AM",
      "1 on the way, picked up Fri, Nov 20, 10:30 AM",
    ]);
  });

  it("a company on the job sees the same places as the office, except other companies' yards", async () => {
    expect(await found(h.logger)).toEqual(
      (await found(h.manager)).filter((line) => line !== "location Home yard" && !/^load/.test(line)),
    );
    expect(await found(h.hauler, { kinds: "load" })).toHaveLength(2);
  });

  it("a mill that only receives wood sees no land, only its own places and the loads coming to it", async () => {
    const seen = await found(h.mill);
    // The mill also doesn't see the job's other destinations.
    expect(seen.filter((line) => /^(job|landing|destination)/.test(line))).toEqual([]);
    expect(seen.filter((line) => line.startsWith("load"))).toEqual([
      "load To Pulp mill 2 Point",
      "load To Sawmill 1 Point",
    ]);
    const page = await h.mill.call(getWholeMap, { query: "" });
    expect(JSON.stringify(page)).not.toMatch(/Deward|44\.8|North landing/);
  });

  it("a rival sees none of the job's places", async () => {
    expect(await found(h.rival)).toEqual(
      expect.not.arrayContaining([expect.stringMatching(/Deward|North|Pulp|Saw|Home/)]),
    );
    expect(JSON.stringify(await h.rival.call(getWholeMap, { query: "jobs=all" }))).not.toMatch(
      /Deward|Home yard/,
    );
  });

  it.each([
    ["job.read", /^(job|landing)|Deward/],
    ["landing_inventory.read", /^landing/],
    ["job_destination.read", /^destination|Pulp|Saw/],
    ["company_location.read", /^location/],
    ["trip_ticket.read", /^load/],
  ] as const)("hides places that require %s from a crew without that permission", async (flag, of) => {
    const person = await actWithoutPermissions(db, h.ids.manager.id, flag);
    const all = await found(h.manager);
    const theirs = await found(person);
    expect(all.some((line) => of.test(line))).toBe(true);
    expect(theirs.filter((line) => of.test(line))).toEqual([]);
  });
});

test("a destination links to its job's map only for users who may read jobs", async () => {
  const jobsOf = async (who: Person) =>
    (await who.call(getMapPlaces, input({ kinds: "destination" }))).features.map(
      ({ properties: p }) => p.job_id,
    );
  expect(await jobsOf(h.manager)).toEqual([h.ids.job, h.ids.job]);
  expect(await jobsOf(await actWithoutPermissions(db, h.ids.manager.id, "job.read"))).toEqual([null, null]);
});

test("filters places by kind, job status and part of a name", async () => {
  expect(await found(h.manager, { kinds: "job,location" })).toEqual(["job Deward", "location Home yard"]);
  expect(await found(h.manager, { text: "home" })).toEqual(["location Home yard"]);
  await run("UPDATE job SET job_status_id = 2 WHERE id = ?", h.ids.job);
  expect(await found(h.manager, { kinds: "job" })).toEqual([]);
  expect(await found(h.manager, { kinds: "job", jobs: "inactive" })).toEqual(["job Deward"]);
  await run("UPDATE job SET job_status_id = 1 WHERE id = ?", h.ids.job);
});

describe("filters by role and product", () => {
  const filtered = async (who: Person, query: { role?: string; product?: number; kinds?: string }) => {
    const { features } = await who.call(getMapPlaces, query);
    return features.map(({ properties: p }) => `${p.kind} ${p.name}`).sort();
  };

  it("a role keeps only jobs in which the company has this role, and the places of these jobs", async () => {
    const all = await filtered(h.manager, {});
    expect(await filtered(h.manager, { role: "runs" })).toEqual(all);
    expect(await filtered(h.manager, { role: "is_hauler" })).toEqual(["location Home yard"]);
    expect(await filtered(h.hauler, { role: "is_hauler", kinds: "job" })).toEqual(["job Deward"]);
    expect(await filtered(h.hauler, { role: "is_cutter", kinds: "job,landing,load" })).toEqual([]);
    expect(await filtered(h.rival, { role: "is_hauler" })).not.toContain("job Deward");
    // An unknown role doesn't filter anything.
    expect(await filtered(h.manager, { role: "s.is_hauler OR 1" })).toEqual(all);
  });

  it("a product keeps only jobs that cut it, destinations that accept it, and its loads", async () => {
    await run(
      "INSERT INTO job_product (job_id, product_type_id, wood_unit_type_id) VALUES (?, 1, 1), (?, 5, 2)",
      h.ids.job,
      h.ids.job,
    );
    expect(await filtered(h.manager, { product: 1 })).toEqual([
      "destination Sawmill",
      "job Deward",
      "landing North landing",
    ]);
    expect(await filtered(h.manager, { product: 5, kinds: "destination" })).toEqual([
      "destination Pulp mill",
    ]);
    expect(await filtered(h.manager, { product: 2 })).toEqual([]);
    const { products } = await h.manager.call(getWholeMap, { query: "product=1" });
    expect(products.map(({ id }) => id).sort()).toEqual([1, 5]);
    const blind = await actWithoutPermissions(db, h.ids.manager.id, "job_product.read");
    expect(await filtered(blind, { product: 2, kinds: "job" })).toEqual(["job Deward"]);
    expect((await blind.call(getWholeMap, { query: "" })).products).toEqual([]);
    expect((await h.rival.call(getWholeMap, { query: "" })).products).toEqual([]);
    await run("DELETE FROM job_product WHERE job_id = ?", h.ids.job);
  });
});

describe("a job's land at close zoom", () => {
  const near = "look=44.8,-84.8,11";
  const geom = JSON.stringify({
    type: "MultiPolygon",
    coordinates: [
      [
        [
          [-84.81, 44.79],
          [-84.79, 44.79],
          [-84.79, 44.81],
          [-84.81, 44.81],
          [-84.81, 44.79],
        ],
      ],
    ],
  });
  beforeAll(() => run("UPDATE job SET geom = ? WHERE id = ?", geom, h.ids.job));

  it("draws a job's land from zoom 9, and returns the land in a box to companies on the job", async () => {
    expect((await h.manager.call(getWholeMap, { query: near })).drawing.areas).toHaveLength(1);
    expect((await h.manager.call(getWholeMap, { query: "look=44.8,-84.8,8" })).drawing.areas).toEqual([]);
    const box = { west: -85, south: 44, east: -84, north: 45, areas: "1" as const };
    const areas = async (who: Person) =>
      (await who.call(getMapPlaces, box)).features.filter(({ properties: p }) => p.kind === "area");
    expect(await areas(h.hauler)).toMatchObject([{ properties: { name: "Deward", job_id: h.ids.job } }]);
    expect(await areas(h.mill)).toEqual([]);
    expect(await areas(h.rival)).toEqual([]);
    const whole = await h.manager.call(getMapPlaces, { areas: "1" });
    expect(whole.features.filter(({ properties: p }) => p.kind === "area")).toEqual([]);
  });

  it("reads a job's land only for companies on the job", async () => {
    expect(await readJobAreas(db.read, h.rival.actor as CompanyActor, [h.ids.job])).toEqual([]);
    expect(await readJobAreas(db.read, h.mill.actor as CompanyActor, [h.ids.job])).toEqual([]);
    expect(await readJobAreas(db.read, h.hauler.actor as CompanyActor, [h.ids.job])).toHaveLength(1);
  });

  it("shows townships and sections at close zoom, which zoom in when clicked", async () => {
    const { drawing } = await h.manager.call(getWholeMap, { query: near });
    const piece = drawing.pieces.find(({ name }) => name.startsWith("Section 16,"));
    expect(piece?.d).toMatch(/^M.*Z$/);
    expect(Number(piece?.look.split(",")[2])).toBeGreaterThan(11);
    const far = (await h.manager.call(getWholeMap, { query: "look=44.8,-84.8,9" })).drawing.pieces;
    expect(far.map(({ name }) => name)).toContain("T28N R4W");
  });
});

describe("a bounding box", () => {
  const inBox = async (west: number, south: number, east: number, north: number) =>
    (await h.manager.call(getMapPlaces, { west, south, east, north, kinds: "job" })).meta.total;

  it("finds the places in a bounding box, also across the antimeridian and up to the poles", async () => {
    expect(await inBox(-85, 44, -84, 45)).toBe(1);
    expect(await inBox(-84, 44, -83, 45)).toBe(0);
    expect(await inBox(170, 40, -80, 50)).toBe(1);
    expect(await inBox(-180, -90, 180, 90)).toBe(1);
  });

  it.each([
    [-85, 45, -84, 45],
    [-85, 45, -84, 44],
    [-85, 44, -85, 45],
    [-85, 86, -84, 90],
  ])("refuses the box %s, %s, %s, %s as empty", async (west, south, east, north) => {
    const { refusal } = await catchError(h.manager.call(getMapPlaces, { west, south, east, north }));
    expect(refusal.facts.fields).toHaveProperty("south");
  });
});

test("clusters places on a map of the country, and a cluster's link zooms in until all places are separate", async () => {
  let query = "look=39.8,-98.6,3&kinds=job,landing,location";
  for (let i = 0; i < 8; i++) {
    const { clusters, listed, seen, filter } = await h.manager.call(getWholeMap, { query });
    expect([filter.kinds.length, listed.length]).toEqual([3, seen]);
    const [first] = clusters;
    if (!first) break;
    const { latitude, longitude, zoom } = first.look;
    query = `look=${latitude},${longitude},${zoom}&kinds=job,landing,location`;
  }
  const { clusters, drawing } = await h.manager.call(getWholeMap, { query });
  expect(clusters).toEqual([]);
  // The landing lies exactly at the job's pin, so at the maximum zoom they are shown side by side.
  const [job, landing] = ["Deward", "North landing"].map(
    (name) => drawing.marks.find((m) => m.name === name)?.at,
  );
  expect([job?.[1], (landing?.[0] ?? 0) - (job?.[0] ?? 0)]).toEqual([landing?.[1], 20]);
});

test("numbers marks as in the list, even if a job's destination and the company's own have the same id", async () => {
  await run(
    "INSERT INTO company_destination (id, company_id, name, latitude, longitude) VALUES (?, ?, 'Chip yard', 45.2, -84.2)",
    h.ids.destination,
    h.ids.manager.id,
  );
  const query = "kinds=destination";
  const { listed, drawing } = await h.manager.call(getWholeMap, { query });
  const sharing = listed.filter(({ id }) => id === h.ids.destination).map(({ name }) => name);
  expect(sharing.sort()).toEqual(["Chip yard", "Pulp mill"]);
  const numbers = drawing.marks.flatMap(({ name, number }) => (number ? [`${number} ${name}`] : [])).sort();
  expect(numbers).toEqual(
    listed
      .filter(({ name }) => drawing.marks.some((mark) => mark.name === name))
      .map(({ number, name }) => `${number} ${name}`)
      .sort(),
  );
  expect(numbers).toContainEqual(expect.stringMatching(/ Chip yard$/));
});
