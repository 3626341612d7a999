import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeCompany, makeLocation, makeUser } from "#db/factories";
import { company, companyDestination } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { createDestinationAtMill } from "../data/new-mill.server";
import { getDestinationsPage } from "../data/pages.server";
import { getDestinationStep } from "../data/wizard-page.server";
import {
  createDestination,
  deleteDestination,
  getDestination,
  listDestinations,
  searchDestinations,
} from "./destinations.server";
import { deleteLocation } from "./locations.server";

let db: Database;
let h: Harvest;
let me: number;
let yard: number;
const pin = { latitude: 46.5, longitude: -87.4 };

beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  me = h.ids.manager.id;
  await db.batch([
    db.write.update(company).set({ is_mill: true }).where(eq(company.id, h.ids.mill.id)).toSQL(),
  ]);
  yard = await makeLocation(db, h.ids.mill.id, { name: "Chip yard", latitude: 46.5003, longitude: -87.4 });
});

const make = (values: object) =>
  h.manager.call(createDestination, { company_id: me, name: "Dock", ...pin, ...values });

describe("a destination", () => {
  it("records a mill named in the form that isn't on Timbertally; the mill sees the pin's loads once it joins", async () => {
    const target = { company_id: me, name: "Alder yard", ...pin, mill_name: "Alder Mill" };
    const call = { mill_first_name: "Ida", mill_last_name: "Alder", mill_phone_number: "906 555 0150 x7" };
    const nameless = await catchError(
      h.manager.call(createDestinationAtMill, { ...target, mill_phone_number: "906 555 0150" }),
    );
    expect(Object.keys(nameless.refusal.facts.fields ?? {})).toEqual(["mill_first_name", "mill_last_name"]);
    await h.manager.call(createDestinationAtMill, target);
    await h.manager.call(createDestinationAtMill, { ...target, ...call });
    const { company_destinations } = await h.manager.call(searchDestinations, {
      company_id: me,
      searchTerm: "Alder yard",
    });
    expect(company_destinations.map((d) => d.destination_company?.name ?? null)).toEqual([
      null,
      "Alder Mill",
    ]);
    const [mill] = await db.read.select().from(company).where(eq(company.name, "Alder Mill"));
    expect(mill).toMatchObject({
      is_mill: true,
      creator_company_id: me,
      contact_last_name: "Alder",
      contact_phone_number: "+19065550150;ext=7",
    });
    const twice = await catchError(h.manager.call(createDestinationAtMill, { ...target, ...call }));
    expect(twice.refusal.facts.fields).toHaveProperty("mill_first_name");
  });

  it("a destination is a pin with notes and the products it accepts", async () => {
    const { id } = await make({ name: " Ore dock ", notes: "  Ring.  ", product_ids: [1, 2, 2] });
    const match = (await h.manager.call(listDestinations, { company_id: me })).company_destinations.find(
      (d) => d.company_destination.id === id,
    );
    expect(match?.company_destination).toMatchObject({
      name: "Ore dock",
      notes: "Ring.",
      ...pin,
      destination_company_location_id: null,
    });
    expect(match?.destination_company_location).toBeNull();
    expect(match?.products).toHaveLength(2);
    expect(match?.products[0]?.name).toMatch(/^Sawlogs?, /i);
  });

  it("a destination has its location's position, and keeps its name after the location is deleted", async () => {
    const place = await makeLocation(db, h.ids.mill.id, { name: "Old yard" });
    const { id } = await make({ destination_company_location_id: place, latitude: 10, longitude: 10 });
    await h.mill.call(deleteLocation, { company_id: h.ids.mill.id, location_id: place });
    const row = await h.manager.call(getDestination, { company_destination_id: id });
    expect(row.company_destination).toMatchObject({ latitude: 44.66, longitude: -84.71 });
    expect(row.destination_company_location?.name).toBe("Old yard");
  });

  test.each([
    [{ name: " " }, { name: ["Name is required"] }],
    [{ latitude: undefined }, { latitude: ["Click on the map to set the destination location"] }],
    [{ longitude: undefined }, { latitude: ["Click on the map to set the destination location"] }],
    [{ longitude: 181 }, { longitude: ["Longitude must be from -180 to 180"] }],
    [{ product_ids: [987_654] }, { product_ids: ["Choose from the products"] }],
  ])("refuses a destination with %j", async (wrong, fields) => {
    expect((await catchError(make(wrong))).refusal.facts.fields).toEqual(fields);
  });

  it("refuses a destination at a hidden place", async () => {
    const hidden = await makeLocation(db, (await makeCompany(db)).id);
    expect((await catchError(make({ destination_company_location_id: hidden }))).kind).toBe("missing");
    expect((await catchError(make({ destination_company_location_id: 987_654 }))).kind).toBe("missing");
  });

  it("only admins add and delete a destination", async () => {
    const hand = await actAs(db, await makeUser(db, {}, [h.ids.manager.crew]), me);
    const { id } = await make({});
    const named = { company_id: me, company_destination_id: id };
    expect((await hand.call(listDestinations, { company_id: me })).meta.total).toBeGreaterThan(0);
    for (const refused of await Promise.all(
      [
        hand.call(createDestination, { company_id: me, name: "Mine", ...pin }),
        hand.call(deleteDestination, named),
        hand.call(getDestination, { company_destination_id: id }),
        hand.call(getDestinationStep, { query: "" }),
      ].map(catchError),
    ))
      expect(refused.kind).toBe("forbidden");
    expect((await hand.call(getDestinationsPage, { q: "" })).may_create).toBe(false);
    await h.manager.call(deleteDestination, named);
    const [row] = await db.read.select().from(companyDestination).where(eq(companyDestination.id, id));
    expect(row).toMatchObject({ is_deleted: true, name: "Dock" });
    expect((await catchError(h.manager.call(deleteDestination, named))).kind).toBe("missing");
  });

  it("returns 404 for another company's destination, with either company's id in the URL", async () => {
    const { id } = await make({});
    expect((await catchError(h.rival.call(listDestinations, { company_id: me }))).kind).toBe("missing");
    expect((await catchError(h.rival.call(searchDestinations, { company_id: me }))).kind).toBe("missing");
    for (const company_id of [me, h.ids.rival.id]) {
      const named = { company_id, company_destination_id: id };
      expect((await catchError(h.rival.call(deleteDestination, named))).kind).toBe("missing");
    }
    const theirs = h.rival.call(createDestination, { company_id: me, name: "Theirs", ...pin });
    expect((await catchError(theirs)).kind).toBe("missing");
  });

  it("finds a destination by its name or its place's company, with LIKE wildcards escaped", async () => {
    await make({ name: "100% pulp" });
    await make({ name: "Chips", destination_company_location_id: yard });
    const names = async (searchTerm: string) =>
      (await h.manager.call(searchDestinations, { company_id: me, searchTerm })).company_destinations.map(
        (d) => d.company_destination.name,
      );
    expect(await names("0% P")).toEqual(["100% pulp"]);
    expect(await names("chip y")).toEqual(["Chips"]);
    expect(await names("%%%")).toEqual([]);
  });

  it("creates a destination once if the form is sent twice", async () => {
    const input = { company_id: me, name: "Once", ...pin };
    const first = await h.manager.send(createDestination, input, "once-and-only");
    expect(await h.manager.send(createDestination, input, "once-and-only")).toEqual(first);
    const { company_destinations: found } = await h.manager.call(searchDestinations, {
      company_id: me,
      searchTerm: "Once",
    });
    expect(found).toHaveLength(1);
  });
});

describe("the steps to a new destination", () => {
  const step = (query: string) => h.manager.call(getDestinationStep, { query });
  const dropped = "mode=drop_pin&stage=add_notes_and_products&latitude=46.5&longitude=-87.4";

  it("suggests existing places near a dropped pin until the user rejects them", async () => {
    const near = await step(dropped);
    expect(near.kind === "nearby" && near.near.map((l) => l.name)).toEqual(["Chip yard"]);
    expect((await step(`${dropped}&ignore_nearby=1`)).kind).toBe("add_notes_and_products");
    expect((await step(dropped.replace("46.5", "45.5"))).kind).toBe("add_notes_and_products");
    expect((await step(dropped.replace("drop_pin", "deliver_to_mill"))).kind).toBe("add_notes_and_products");
  });

  it("offers a mill's places for a destination at the mill, and the chosen place names the destination", async () => {
    const mills = await step("mode=deliver_to_mill");
    expect(mills.kind === "search_mills" && mills.companies.map((c) => c.id)).toContain(h.ids.mill.id);
    const places = await step(`mode=deliver_to_mill&stage=choose_mill_location&company_id=${h.ids.mill.id}`);
    expect(places.kind === "choose_mill_location" && places.locations.map((l) => l.name)).toContain(
      "Chip yard",
    );
    const last = await step(`mode=deliver_to_mill&stage=add_notes_and_products&location_id=${yard}`);
    expect(last.kind === "add_notes_and_products" && last.flow.name).toBe("Chip yard");
  });

  it("reports what is missing in steps without a place, and reveals nothing hidden", async () => {
    const map = await step("mode=drop_pin&stage=add_notes_and_products&latitude=&longitude=");
    expect(map.kind === "choose_location_on_map" && map.wrong).toBe(true);
    const hidden = await makeLocation(db, (await makeCompany(db)).id);
    const to = `mode=drop_pin&stage=add_notes_and_products&location_id=${hidden}`;
    expect((await catchError(step(to))).kind).toBe("missing");
    const unknown = "mode=deliver_to_mill&stage=choose_mill_location&company_id=987654";
    expect((await catchError(step(unknown))).kind).toBe("missing");
  });
});
