import { beforeAll, describe, expect, it } from "vitest";
import type { Database } from "#db/client.server";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { createLocation } from "../shared/locations.server";
import {
  createLocationType,
  listLocationKinds,
  listLocationTypes,
  updateLocationType,
} from "./location-types.server";

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

describe("a location type", () => {
  it("requires a location type before the first location", async () => {
    const place = { company_id: h.ids.owner.id, company_location_type_id: 1, name: "Gate", ...target };
    const { kind, message } = await catchError(h.owner.call(createLocation, place));
    expect([kind, message]).toEqual(["notNow", "You must create a location type first"]);
  });

  it("adds a location type, lists it with its kind, and changes it at its version", async () => {
    const id = await type("Log landing");
    const { company_location_types: list } = await h.manager.call(listLocationTypes, { company_id: me });
    expect(list.find((t) => t.id === id)).toMatchObject({
      name: "Log landing",
      location_type_id: 3,
      location_type: { name: "Landing" },
      version: 1,
    });
    const edit = { company_id: me, type_id: id, name: "Roadside", version: 2 };
    await h.manager.call(updateLocationType, edit);
    const { kind, refusal } = await catchError(h.manager.call(updateLocationType, edit));
    expect([kind, refusal.facts.current]).toEqual([
      "stale",
      { name: "Roadside", location_type_id: 3, version: 2 },
    ]);
  });

  it("an update of a location type may repeat the type's own id, but no other id", async () => {
    const id = await type("Deck");
    const edit = { company_id: me, type_id: id, name: "Log deck", version: 2 };
    const other = await catchError(h.manager.call(updateLocationType, { ...edit, id: id + 1 }));
    expect(other.refusal.facts.fields).toEqual({ id: ["This is not the id in the address."] });
    expect(await h.manager.call(updateLocationType, { ...edit, id })).toEqual({ id });
  });

  it("requires a name and an existing kind for a location type", async () => {
    const { refusal } = await catchError(
      h.manager.call(createLocationType, { company_id: me, name: " ", location_type_id: 99 }),
    );
    expect(refusal.facts.fields).toEqual({ name: ["Name is required"] });
    const other = await catchError(
      h.manager.call(createLocationType, { company_id: me, name: "X", location_type_id: 99 }),
    );
    expect(other.refusal.facts.fields).toEqual({ location_type_id: ["Location type is required"] });
  });

  it("company 0 has no location types, and another company doesn't see a company's types", async () => {
    expect((await h.manager.call(listLocationTypes, { company_id: 0 })).company_location_types).toEqual([]);
    const own = { company_id: 0 };
    expect((await h.manager.call(listLocationKinds, own)).location_types).toEqual([]);
    const { location_types } = await h.manager.call(listLocationKinds, {});
    expect(location_types.map((t) => t.location_type.name)).toEqual([
      "Mill",
      "Yard",
      "Landing",
      "Office",
      "Shop",
      "Scale house",
      "Other",
    ]);
    expect((await catchError(h.rival.call(listLocationTypes, { company_id: me }))).kind).toBe("missing");
    const theirs = { company_id: me, type_id: await type(), name: "Mine", version: 2 };
    expect((await catchError(h.rival.call(updateLocationType, theirs))).kind).toBe("missing");
    const asOwn = { ...theirs, company_id: h.ids.rival.id };
    expect((await catchError(h.rival.call(updateLocationType, asOwn))).kind).toBe("missing");
  });
});
