import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow, makeCompany, makeJobDestination, makeLocation, makeUser } from "#db/factories";
import { companyLocation, companyLocationType, crewPermission } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { createLocationByAddress } from "../data/add-location.server";
import { createLocationType } from "../data/location-types.server";
import { getCompanyMap, getLocationForm, getLocationsPage } from "../data/pages.server";
import {
  createLocation,
  deleteLocation,
  getLocation,
  listLocations,
  saveLocation,
  searchLocations,
  updateLocation,
} from "./locations.server";

let db: Database;
let h: Harvest;
let me: number;
const target = { latitude: 44.7, longitude: -84.8 };

beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  me = h.ids.manager.id;
});

async function type(name = "Landing") {
  const { id } = await h.manager.call(createLocationType, { company_id: me, name, location_type_id: 3 });
  return id;
}
const saved = async (id: number) =>
  (await db.read.select().from(companyLocation).where(eq(companyLocation.id, id)))[0];

describe("a location", () => {
  it("adds a location, changes it at its version, and removes it from lists without losing its row", async () => {
    const company_location_type_id = await type();
    const { id } = await h.manager.call(createLocation, {
      company_id: me,
      company_location_type_id,
      name: "Deward landing",
      ...target,
    });
    const named = { company_id: me, location_id: id };
    await h.manager.call(updateLocation, { ...named, name: "Deward north", zip: "49733", version: 2 });
    expect(await saved(id)).toMatchObject({ name: "Deward north", zip: "49733", ...target, version: 2 });
    const stale = await catchError(h.manager.call(updateLocation, { ...named, name: "Again", version: 2 }));
    expect([stale.kind, stale.refusal.facts.current?.name]).toEqual(["stale", "Deward north"]);
    expect((await catchError(h.manager.call(deleteLocation, { ...named, version: 2 }))).kind).toBe("stale");

    const destination = await makeJobDestination(db, h.ids.job, id);
    await h.manager.call(deleteLocation, { ...named, version: 3 });
    expect(await saved(id)).toMatchObject({ name: "Deward north", is_deleted: true, version: 3 });
    expect(destination).toBeGreaterThan(0);
    expect((await catchError(h.manager.call(getLocation, { location_id: id }))).kind).toBe("missing");
    expect((await catchError(h.manager.call(deleteLocation, named))).kind).toBe("missing");
  });

  test("names a location without a name by its address", async () => {
    const place = { company_id: me, company_location_type_id: await type(), ...target };
    const { id } = await h.manager.call(createLocation, { ...place, address: "12 Mill Rd" });
    const saved = await h.manager.call(getLocation, { location_id: id });
    expect(saved.name).toBe("12 Mill Rd");
    expect((await catchError(h.manager.call(createLocation, place))).refusal.facts.fields).toEqual({
      name: ["Name is required"],
    });
  });

  test.each([
    [{ name: "" }, "name", "Name is required"],
    [{ company_location_type_id: undefined }, "company_location_type_id", "Location type is required"],
    [{ company_location_type_id: 987_654 }, "company_location_type_id", "Location type is required"],
    [{ latitude: undefined }, "latitude", "Click on the map to set the location"],
    [{ longitude: undefined }, "longitude", "Click on the map to set the location"],
    [{ latitude: 91 }, "latitude", "Latitude must be from -90 to 90"],
    [{ us_state_id: 987 }, "us_state_id", "Choose a state from the list"],
    [{ zip: "4973" }, "zip", "A ZIP code has five digits, or nine with a hyphen"],
  ])("refuses a location with %j at field %s", async (wrong, field, message) => {
    const company_location_type_id = await type();
    const good = { company_id: me, company_location_type_id, name: "Gate", ...target };
    const { refusal } = await catchError(
      h.manager.call(createLocation, { ...good, ...wrong } as typeof good),
    );
    expect(refusal.facts.fields).toEqual({ [field]: [message] });
  });

  it("doesn't report a location as updated when its form is sent untouched", async () => {
    const company_location_type_id = await type();
    const { id: location_id } = await h.manager.call(createLocation, {
      company_id: me,
      company_location_type_id,
      name: "Yard",
      ...target,
    });
    const save = (version: number, name: string) =>
      h.manager.call(saveLocation, {
        company_id: me,
        location_id,
        company_location_type_id,
        name,
        version,
        ...target,
      });
    expect(await save(2, "Yard")).toMatchObject({ is_changed: false });
    expect(await save(2, "Old yard")).toMatchObject({ is_changed: true });
  });

  it("a location keeps its name if a form is sent without a name", async () => {
    const id = await makeLocation(db, me);
    const named = { company_id: me, location_id: id, version: 2 };
    const { refusal } = await catchError(h.manager.call(saveLocation, named as never));
    expect(refusal.facts.fields).toEqual({
      company_location_type_id: ["Location type is required"],
      name: ["Name is required"],
    });
  });

  it("refuses another company's location type for a location", async () => {
    const theirs = await insertRow(db, companyLocationType, {
      company_id: h.ids.rival.id,
      location_type_id: 1,
      name: "Theirs",
    });
    await type();
    const { refusal } = await catchError(
      h.manager.call(createLocation, {
        company_id: me,
        company_location_type_id: theirs,
        name: "Gate",
        ...target,
      }),
    );
    expect(refusal.facts.fields).toHaveProperty("company_location_type_id");
  });

  it("a location created by postal address requires the whole address but no name", async () => {
    const good = {
      company_id: me,
      company_location_type_id: await type(),
      address: "118 Norway Street",
      city: "Grayling",
      us_state_id: 26,
      zip: "49738",
      ...target,
    };
    const { id } = await h.manager.call(createLocationByAddress, good);
    expect((await saved(id))?.name).toBe("118 Norway Street");
    const bare = { ...good, address: "", city: " ", zip: "" };
    const { refusal } = await catchError(h.manager.call(createLocationByAddress, bare));
    expect(Object.keys(refusal.facts.fields ?? {})).toEqual(["address", "city", "zip"]);
  });

  it("refuses to change another company's location, with either company's id in the URL", async () => {
    const id = await makeLocation(db, me);
    for (const company_id of [me, h.ids.rival.id]) {
      const named = { company_id, location_id: id };
      const edit = h.rival.call(updateLocation, { ...named, name: "Stolen", version: 2 });
      expect((await catchError(edit)).kind).toBe("missing");
      expect((await catchError(h.rival.call(deleteLocation, named))).kind).toBe("missing");
    }
    expect(await saved(id)).toMatchObject({ name: "Mill yard", version: 1, is_deleted: false });
  });

  it("a location is visible to its own company, to all if it is a mill's, and to companies on the same job", async () => {
    const mill = await makeCompany(db, { is_mill: true });
    const stranger = await makeCompany(db);
    await makeLocation(db, mill.id, { name: "Public yard" });
    await makeLocation(db, stranger.id, { name: "Hidden yard" });
    const seen = async (who: Harvest["manager"], company_id: number) =>
      (await who.call(listLocations, { company_id })).company_locations.length;
    expect(await seen(h.rival, mill.id)).toBe(1);
    expect(await seen(h.rival, stranger.id)).toBe(0);
    expect(await seen(h.manager, stranger.id)).toBe(0);
    expect(await seen(h.logger, me)).toBeGreaterThan(0);
    expect(await seen(h.rival, me)).toBe(0);
    const noted = await makeCompany(db, { creator_company_id: me, is_mill: true });
    await makeLocation(db, noted.id);
    expect(await seen(h.manager, noted.id)).toBe(1);
    expect((await catchError(h.rival.call(listLocations, { company_id: noted.id }))).kind).toBe("missing");
  });

  it("suggests locations within half a mile, nearest first, only to people who may see them", async () => {
    const pin = { latitude: 46.5, longitude: -87.4 };
    const place = (name: string, north: number) =>
      makeLocation(db, me, { name, latitude: pin.latitude + north, longitude: pin.longitude });
    await place("Far", 0.0075);
    await place("Near", 0.002);
    await place("Nearer", 0.001);
    const { company_locations: found } = await h.manager.call(searchLocations, pin);
    expect(found.map((f) => [f.company_location.name, f.miles])).toEqual([
      ["Nearer", 0.07],
      ["Near", 0.14],
    ]);
    expect((await h.rival.call(searchLocations, pin)).company_locations).toEqual([]);
  });

  it("requires a separate permission for each action on a location", async () => {
    const c = await makeCompany(db);
    const hand = await makeUser(db, {}, [c.crew]);
    const id = await makeLocation(db, c.id);
    await insertRow(db, crewPermission, { crew_id: c.crew, entity_id: 4, can_read: true });
    const person = await actAs(db, hand, c.id);
    const named = { company_id: c.id, location_id: id };
    expect((await person.call(listLocations, { company_id: c.id })).company_locations).toHaveLength(1);
    const calls = [
      person.call(createLocationType, { company_id: c.id, name: "X", location_type_id: 1 }),
      person.call(createLocation, { company_id: c.id, company_location_type_id: 1, name: "X", ...target }),
      person.call(updateLocation, { ...named, name: "X", version: 2 }),
      person.call(deleteLocation, named),
      person.call(getLocationForm, { location_id: id, query: "" }),
      person.call(getLocationForm, { location_id: null, query: "" }),
    ];
    for (const refused of await Promise.all(calls.map(catchError))) expect(refused.kind).toBe("forbidden");
  });
});

describe("the location pages", () => {
  it("searches the list of locations by a part of the name", async () => {
    const c = await makeCompany(db, { us_state_id: 26 });
    const person = await actAs(db, await makeUser(db, {}, [c.admins]), c.id);
    const names = ["Alba", "Boyne", "Cedar", "Detour", "Escanaba", "Fife Lake"];
    for (const name of names.slice(0, 5)) await makeLocation(db, c.id, { name });
    expect((await person.call(getLocationsPage, { q: "" })).searchable).toBe(false);
    await makeLocation(db, c.id, { name: names[5] });
    const page = await person.call(getLocationsPage, { q: "ED" });
    expect([page.searchable, page.total]).toEqual([true, 6]);
    expect(page.locations.map((l) => l.company_location.name)).toEqual(["Cedar"]);
    const map = await person.call(getCompanyMap, { query: "" });
    expect(map.drawing.marks.map((m) => m.number)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(map.drawing.others).toMatch(/^M/);
  });

  it("keeps the typed values and zooms to the clicked place", async () => {
    const clicked = (zoom: number, more = {}) => {
      const pin = `pin@44.7,-84.8,${zoom}`;
      const query = { name: "Deward", zip: "49733", ...more, [`${pin}.x`]: "320", [`${pin}.y`]: "240" };
      const input = { location_id: null, query: String(new URLSearchParams(query)) };
      return h.manager.call(getLocationForm, input);
    };
    const far = await clicked(9);
    expect(far.values).toMatchObject({ name: "Deward", zip: "49733", latitude: "" });
    expect(far.drawing.view).toMatchObject({ zoom: 12 });
    const near = await clicked(12);
    expect(near.values.name).toBe("Deward");
    expect(Number(near.values.latitude)).toBeCloseTo(44.7, 3);
    expect(near.finding.about).toMatch(
      /miles .+ of .+, Crawford County, MI; section \d+ T27N R4W \(approximate\)/,
    );
  });

  it("searches for a place by its name without setting a pin", async () => {
    const query = String(
      new URLSearchParams({ name: "Mill", place: "2 miles north of Grayling", find: "1" }),
    );
    const form = await h.manager.call(getLocationForm, { location_id: null, query });
    expect(form.values).toMatchObject({ name: "Mill", latitude: "", longitude: "" });
    expect(form.finding.places?.[0]).toMatchObject({
      name: "2 miles N of Grayling",
      about: "Crawford County, MI",
    });
    expect(form.drawing.view).toMatchObject({ zoom: 12 });
    expect(form.drawing.marks).toContainEqual(
      expect.objectContaining({ name: "2 miles N of Grayling", isFound: true }),
    );
    expect(form.drawing.view.latitude).toBeCloseTo(44.69, 2);
  });
});

test("an update of a location may carry the location's own id, but no other id", async () => {
  const company_location_type_id = await type("Pullout");
  const { id } = await h.manager.call(createLocation, {
    company_id: me,
    company_location_type_id,
    name: "Pullout 7",
    ...target,
  });
  const payload = { company_location_type_id, name: "Pullout 8", version: 2 };
  const call = (count: number) =>
    h.manager.call(updateLocation, { company_id: me, location_id: id, id: count, ...payload });
  expect((await catchError(call(id + 1))).refusal.facts.fields).toEqual({
    id: ["This is not the id in the address."],
  });
  await call(id);
  expect(await saved(id)).toMatchObject({ name: "Pullout 8", version: 2 });
});
