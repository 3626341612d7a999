import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeCompany, makeLocation, makeUser } from "#db/factories";
import { actAs } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { actWithoutPermissions } from "#db/testing/limited";
import { openTestDatabase } from "#db/testing/test-database";
import { createDestination } from "../shared/destinations.server";
import { getCompanyMap } from "./pages.server";

let db: Database;
let h: Harvest;
let me: number;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  me = h.ids.manager.id;
  await db.client.execute(`UPDATE company SET is_mill = 1 WHERE id = ${h.ids.mill.id}`);
  await makeLocation(db, me, { name: "Home yard", latitude: 44.66, longitude: -84.71 });
  const pin = { company_id: me, latitude: 46.54, longitude: -87.4 };
  await h.manager.call(createDestination, {
    ...pin,
    name: "Ore dock",
    destination_company_id: h.ids.mill.id,
  });
});

const mapOf = (who: Pick<Harvest["manager"], "call">) => who.call(getCompanyMap, { query: "" });

test("a company's map fits all its locations and destinations, and labels destinations with their receiver", async () => {
  const { drawing, places, county_ids } = await mapOf(h.manager);
  expect(places.map(({ name, about }) => [name, about.split(",").at(-1)?.trim()])).toEqual([
    ["Home yard", expect.anything()],
    [
      "Ore dock",
      (await db.client.execute(`SELECT name FROM company WHERE id = ${h.ids.mill.id}`)).rows[0]?.name,
    ],
  ]);
  expect(drawing.marks.map(({ name, number, isNamed }) => [name, number, isNamed])).toEqual([
    ["Home yard", 1, true],
    ["Ore dock", 2, true],
  ]);
  // A phone shows the middle 328 pixels of the 640-pixel drawing.
  for (const { at } of drawing.marks) expect(Math.abs(at[0] - 320)).toBeLessThan(164);
  expect(county_ids).toEqual(expect.arrayContaining([26039, 26103]));
});

test("shows only locations to a crew without permission to read destinations, and nothing to a rival", async () => {
  const blind = await actWithoutPermissions(db, me, "company_destination.read");
  expect((await mapOf(blind)).places.map(({ name }) => name)).toEqual(["Home yard"]);
  expect(JSON.stringify(await mapOf(h.rival))).not.toMatch(/Home yard|Ore dock/);
});

test("a map without places starts at the company's town, else its state, else the country", async () => {
  const at = async (values: { city?: string; us_state_id?: number }) => {
    const c = await makeCompany(db, { us_state_id: null, ...values });
    const { view } = (await mapOf(await actAs(db, await makeUser(db, {}, [c.admins]), c.id))).drawing;
    return [Math.round(view.latitude), Math.round(view.longitude), view.zoom];
  };
  expect(await at({ city: "Grayling", us_state_id: 26 })).toEqual([45, -85, 9]);
  expect(await at({ city: "No such town", us_state_id: 26 })).toEqual([45, -86, 6]);
  expect(await at({})).toEqual([40, -99, 5]);
});
