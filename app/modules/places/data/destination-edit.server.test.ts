import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeCompany, makeJob, makeLocation, makeUser } from "#db/factories";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { sendApiCall } from "~/api/testing/send";
import { createDestination, listDestinations, searchDestinations } from "../shared/destinations.server";
import { editDestination, getDestinationForm, updateDestination } from "./edit-destination.server";

let db: Database;
let h: Harvest;
let me: number;
const pin = { latitude: 46.5, longitude: -87.4 };

beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  me = h.ids.manager.id;
});

const make = async (values: object = {}) =>
  (await h.manager.call(createDestination, { company_id: me, name: "Dock", ...pin, ...values })).id;
const read = async (id: number) =>
  (await h.manager.call(listDestinations, { company_id: me, take: -1 })).company_destinations.find(
    (d) => d.company_destination.id === id,
  );

test("a destination's name, notes, products and pin can be changed", async () => {
  const company_destination_id = await make({ product_ids: [1, 2] });
  await h.manager.call(editDestination, {
    company_id: me,
    company_destination_id,
    version: 2,
    name: "North dock",
    notes: "Call first",
    latitude: 46.6,
    longitude: -87.5,
    product_ids: [3],
  });
  const match = await read(company_destination_id);
  expect(match?.company_destination).toMatchObject({
    name: "North dock",
    notes: "Call first",
    latitude: 46.6,
    longitude: -87.5,
    version: 2,
  });
  expect(match?.products).toHaveLength(1);
  const form = await h.manager.call(getDestinationForm, { company_destination_id, query: "" });
  expect([form.name, form.ticked, form.latitude]).toEqual(["North dock", ["3"], "46.6"]);
});

test("keeps a destination's fields that a call omits", async () => {
  const company_destination_id = await make({ notes: "Gate 4", product_ids: [1] });
  await h.manager.call(updateDestination, {
    company_id: me,
    company_destination_id,
    version: 2,
    name: "Pier",
  });
  const match = await read(company_destination_id);
  expect(match?.company_destination).toMatchObject({ name: "Pier", notes: "Gate 4", ...pin });
  expect(match?.products).toHaveLength(1);
});

test("refuses a stale version of a destination and returns the saved values", async () => {
  const company_destination_id = await make();
  const edit = { company_id: me, company_destination_id, version: 2, name: "First" };
  await h.manager.call(updateDestination, edit);
  const { kind, refusal } = await catchError(h.manager.call(updateDestination, { ...edit, name: "Second" }));
  expect([kind, refusal.facts.current?.name]).toEqual(["stale", "First"]);
});

test("refuses to move a destination that is a company's location", async () => {
  const yard = await makeLocation(db, h.ids.mill.id, { name: "Chip yard", ...pin });
  const { mill } = h.ids;
  await db.batch([{ sql: "UPDATE company SET is_mill = 1 WHERE id = ?", params: [mill.id] }]);
  const company_destination_id = await make({ destination_company_location_id: yard });
  const edit = { company_id: me, company_destination_id, version: 2, name: "Chips" };
  const { refusal } = await catchError(h.manager.call(updateDestination, { ...edit, latitude: 1 }));
  expect(refusal.facts.fields?.latitude).toBeDefined();
  await h.manager.call(updateDestination, { ...edit, ...pin });
});

test("only an admin of the destination's company can change it", async () => {
  const company_destination_id = await make();
  const edit = { company_id: me, company_destination_id, version: 2, name: "Mine" };
  expect((await catchError(h.rival.call(updateDestination, edit))).kind).toBe("missing");
  const own = { ...edit, company_id: h.ids.rival.id };
  expect((await catchError(h.rival.call(updateDestination, own))).kind).toBe("missing");
  const hand = await actAs(db, await makeUser(db, {}, [h.ids.manager.crew]), me);
  expect((await catchError(hand.call(updateDestination, edit))).kind).toBe("forbidden");
  expect((await catchError(hand.call(getDestinationForm, { company_destination_id, query: "" }))).kind).toBe(
    "forbidden",
  );
});

test("a call may put the destination's fields into a dto object", async () => {
  const call = async (body: Record<string, unknown>) =>
    (await sendApiCall(h.manager, `POST /api/company/${me}/destinations`, { company_id: me, ...body })) as {
      id: number;
    };
  const { id } = await call({ dto: { name: "By dto", notes: " x ", ...pin } });
  expect((await read(id))?.company_destination).toMatchObject({ name: "By dto", notes: "x" });
  expect((await read((await call({ name: "Flat", ...pin })).id))?.company_destination.name).toBe("Flat");
  const both = await catchError(call({ name: "Flat", dto: { name: "By dto", ...pin } }));
  expect(both.refusal.facts.fields?.dto).toBeDefined();
  expect((await catchError(call(pin))).refusal.facts.fields?.name).toEqual(["Name is required"]);
  expect((await catchError(call({ dto: { name: "x", id: 4, ...pin } }))).kind).toBe("invalid");
});

test("a pin for a mill on Timbertally keeps the mill, which sees the job that sends wood there", async () => {
  const mill = await makeCompany(db, { name: "Pellston Veneer", is_mill: true });
  await makeUser(db, {}, [mill.admins]);
  const id = await make({ name: "Back gate", destination_company_id: mill.id });
  expect((await read(id))?.destination_company).toEqual({ id: mill.id, name: "Pellston Veneer" });
  const byMill = await h.manager.call(searchDestinations, { company_id: me, searchTerm: "pellston" });
  expect(byMill.company_destinations).toHaveLength(1);
  const job = await makeJob(db, me);
  await db.batch([
    {
      sql: "INSERT INTO job_destination (job_id, company_destination_id, name) VALUES (?, ?, 'Back gate')",
      params: [job, id],
    },
  ]);
  const seen = await db.client.execute(
    `SELECT 1 FROM job_reader WHERE job_id = ${job} AND company_id = ${mill.id}`,
  );
  expect(seen.rows).toHaveLength(1);
});

test("a pin can name only a mill that companies can find", async () => {
  const logger = await makeCompany(db, { name: "No mill", is_cutter: true });
  await makeUser(db, {}, [logger.admins]);
  for (const destination_company_id of [logger.id, 9_999])
    expect(
      (
        await catchError(
          h.manager.call(createDestination, { company_id: me, name: "X", ...pin, destination_company_id }),
        )
      ).kind,
    ).toBe("missing");
});
