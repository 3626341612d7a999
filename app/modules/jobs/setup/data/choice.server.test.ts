import { beforeAll, beforeEach, expect, test } from "vitest";
import { makeLocation } from "#db/factories";
import { catchError } from "#db/testing/acting";
import { createSetupHarness, SETUP_OVERVIEW } from "../testing/setup-room.server";
import { chooseContractors, getContractorChoice } from "./choice.server";
import { saveJobLocation } from "./location.server";
import { saveOverview } from "./overview.server";
import { getSortSheet } from "./sorts.server";
import { chooseDestinations, chooseProducts, saveJobMix } from "./sorts-change.server";

let room: Awaited<ReturnType<typeof createSetupHarness>>;
beforeAll(async () => {
  room = await createSetupHarness();
});
beforeEach(async () => {
  await room.forget();
  await room.manager.call(saveOverview, { ...SETUP_OVERVIEW, version: 1 });
  await room.manager.call(saveJobLocation, {
    location_method: "pin",
    coordinates: "44.70, -84.70",
    version: 2,
  });
});
const chosen = () => ({
  land_manager: [room.me.id],
  cutter: [room.crew.id],
  skidder: [room.crew.id],
  hauler: [room.hauler.id],
});

test("saves the contractors of all roles from one form, and removes unchecked companies", async () => {
  const { call } = room.manager;
  expect(await call(chooseContractors, { ...chosen(), hauler: [], version: 3 })).toEqual({ complete: false });
  expect(await call(chooseContractors, { ...chosen(), version: 4 })).toEqual({ complete: true });
  const { roles } = await call(getContractorChoice, {});
  expect(roles.map(({ companies }) => companies.filter((c) => c.chosen).map((c) => c.id))).toEqual([
    [room.me.id],
    [room.crew.id],
    [room.crew.id],
    [room.hauler.id],
  ]);
  await call(chooseContractors, { ...chosen(), skidder: [room.hauler.id], version: 5 });
  const now = (await call(getContractorChoice, {})).roles[2]?.companies.filter((c) => c.chosen);
  expect(now?.map((c) => c.id)).toEqual([room.hauler.id]);
});

test("rejects two land managers with the fixed message, and rejects a form as stale if another was saved first", async () => {
  const { call } = room.manager;
  const two = { ...chosen(), land_manager: [room.me.id, room.crew.id], version: 3 };
  expect((await catchError(call(chooseContractors, two))).refusal.facts.fields?.land_manager?.[0]).toBe(
    "Only one land manager is allowed.",
  );
  await call(chooseContractors, { ...chosen(), version: 3 });
  expect((await catchError(call(chooseContractors, { ...chosen(), version: 3 }))).kind).toBe("stale");
  expect(
    (await catchError(call(chooseContractors, { ...chosen(), cutter: [987_654], version: 4 }))).kind,
  ).toBe("invalid");
});

test("adds products in their own unit, and offers all products at a new destination until its choices are saved", async () => {
  const { call } = room.manager;
  await call(chooseContractors, { ...chosen(), version: 3 });
  expect(await call(chooseProducts, { products: ["5-746-0"], product: "1-125-0", version: 4 })).toEqual({
    some: true,
  });
  const yard = `l${room.yard}`;
  await call(chooseDestinations, { destinations: [yard], version: 5 });
  const mix = async () =>
    (await call(getSortSheet, { section: "product_mix", q: "" })).destinations[0]?.mixes;
  const units = (await call(getSortSheet, { section: "products", q: "" })).products.map((p) => p.unit);
  expect((await mix())?.map((m) => [m.is_accepted, m.unit])).toEqual(units.map((unit) => [true, unit]));
  const { versionNow } = room;
  await call(saveJobMix, {
    destinations: [
      {
        destination: yard,
        product_mixes: [
          { product: "5-746-0", is_accepted: true, wood_unit_type_id: 2 },
          { product: "1-125-0", is_accepted: false, wood_unit_type_id: 1 },
        ],
      },
    ],
    version: await versionNow(),
  });
  expect((await mix())?.map((m) => m.is_accepted)).toEqual([true, false]);
  await call(chooseProducts, { products: ["1-125-0"], version: await versionNow() });
  expect((await mix())?.map((m) => m.key)).toEqual(["1-125-0"]);
});

test("asks which product to add if none is chosen, and changes nothing", async () => {
  const { call } = room.manager;
  await call(chooseContractors, { ...chosen(), version: 3 });
  const refused = await catchError(call(chooseProducts, { products: ["5-746-0"], adds: true, version: 4 }));
  expect(refused.refusal.facts.fields).toEqual({ product: ["Choose a product to add"] });
  expect((await call(getSortSheet, { section: "products", q: "" })).products).toEqual([]);
});

test("lists places without waiting wood nearest first", async () => {
  const { db } = room;
  const { call } = room.manager;
  await call(chooseContractors, { ...chosen(), version: 3 });
  await call(chooseProducts, { products: ["5-746-0"], version: 4 });
  const near = await makeLocation(db, room.mill.id);
  const put = (id: number, latitude: number, longitude: number) => ({
    sql: "UPDATE company_location SET latitude = ?, longitude = ? WHERE id = ?",
    params: [latitude, longitude, id],
  });
  await db.batch([put(near, 44.71, -84.71), put(room.yard, 46, -87)]);
  const { places } = await call(getSortSheet, { section: "destinations", q: "" });
  const keys = places.map((p) => p.key);
  expect(keys.indexOf(`l${near}`)).toBeLessThan(keys.indexOf(`l${room.yard}`));
  expect(places.find((p) => p.key === `l${near}`)?.miles).toBe(1);
});
