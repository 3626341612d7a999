import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow } from "#db/factories";
import { jobDraft, landing } from "#db/schema";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { buildSetFeatureStatement } from "~/modules/companies/data/set-feature.server";
import { readDraft } from "~/modules/jobs/setup/rules/draft";
import { startSession } from "~/web/session.server";
import { handleApiRequest } from "./serve.server";

/**
 * Tests of faults found earlier in the API's requests and responses (part T, A1 to A7), each with a request as a client
 * sends it.
 */
let db: Database;
let h: Harvest;
let manager = "";
let location = 0;

beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  await db.batch([
    buildSetFeatureStatement(db.write, h.ids.manager.id, 1, true, new Date()),
    { sql: "UPDATE company SET is_mill = 1 WHERE id = ?", params: [h.ids.mill.id] },
  ]);
  const { user, company } = h.manager.actor;
  const request = new Request("http://localhost/");
  manager = (await startSession(request, user?.id ?? 0, company?.id ?? null)).split(";")[0] ?? "";
  const { rows } = await db.client.execute({
    sql: "SELECT company_location_id AS id FROM job_destination WHERE id = ?",
    args: [h.ids.destination],
  });
  location = Number(rows[0]?.id);
});

type Json = Record<string, unknown>;
async function ask(call: string, body?: unknown) {
  const [method = "", address = ""] = call.split(" ");
  const context = { cspNonce: "", requestId: "", address: "127.0.0.1", updating: false, noteActor() {} };
  const headers = { Cookie: manager, ...(body ? { "Content-Type": "application/json" } : {}) };
  const sent = body ? JSON.stringify(body) : undefined;
  const answer = await handleApiRequest({
    request: new Request(`http://localhost${address}`, { method, headers, body: sent }),
    context,
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, json: (text ? JSON.parse(text) : {}) as Json };
}

test("a load's company_location has the location's own id, its company's id, and the company_destination key", async () => {
  const ticket = await h.ticket();
  const { job_destination } = (await ask(`GET /api/trip-tickets/${ticket}`)).json as {
    job_destination: Json & { company_location: Json };
  };
  expect(job_destination.company_location).toMatchObject({ id: location, company_id: h.ids.mill.id });
  expect(location).not.toBe(h.ids.mill.id);
  expect(job_destination).toHaveProperty("company_destination", null);
});

test("returns a job setup in the units in which it is posted, so that posting the result changes nothing", async () => {
  const product = {
    product_type_id: 5,
    wood_species_id: 746,
    wood_species_type_id: null,
    wood_unit_type_id: 2,
  };
  const ring = [
    [-84.8, 44.7],
    [-84.79, 44.7],
    [-84.79, 44.71],
    [-84.8, 44.7],
  ];
  const { user, company } = h.manager.actor;
  await insertRow(db, jobDraft, {
    user_id: user?.id ?? 0,
    company_id: company?.id ?? 0,
    created_at: new Date().toISOString(),
    last_modified_at: new Date().toISOString(),
    body: JSON.stringify(
      readDraft({
        name: "Read and posted",
        request_user_company_id: company?.id,
        location_method: "skip",
        us_state_id: 26,
        us_county_id: 26039,
        plss_meridian_code: "19",
        township: "T27N",
        range: "R3W",
        section: "12",
        start_date: "2026-12-01",
        geom: JSON.stringify({ type: "MultiPolygon", coordinates: [[ring]] }),
        companies: [
          { company_id: company?.id, is_land_manager: true },
          { company_id: h.ids.logger.id, is_cutter: true },
        ],
        products: [product],
        destinations: [
          {
            company_location_id: location,
            company_destination_id: null,
            name: "Mill yard",
            product_mixes: [{ ...product, is_accepted: true }],
          },
        ],
        product_rates: [
          {
            job_product_rate_type_id: 1,
            receiving_company_id: h.ids.logger.id,
            paying_company_id: company?.id,
            ...product,
            // Five dollars, in the unit in which a job draft stores rates.
            rate: 50_000,
          },
        ],
        haul_rates: [],
      }),
    ),
  });
  const { json } = await ask("GET /api/job-draft");
  const draft = json.draft as Json & { product_rates: { rate: number }[]; geom: Json };
  expect(draft.product_rates.map((r) => r.rate)).toEqual([5]);
  expect(draft.geom).toMatchObject({ type: "MultiPolygon" });
  const created = await ask("POST /api/jobs", { request_user_company_id: company?.id, draft });
  expect([created.status, created.json.message, created.json.errors]).toEqual([201, undefined, undefined]);
  // The response to a create has the id and the fields of the API contract, but no field that only the page uses.
  expect(created.json).not.toHaveProperty("here");
  const read = (await ask(`GET /api/jobs/${Number(created.json.id)}?include=rates`)).json as {
    product_rates: { rate: number }[];
  };
  expect(read.product_rates.map((r) => r.rate)).toEqual([5]);
});

test("a load includes trip_ticket_landing_inventory; a job includes its map, its creator and is_deleted", async () => {
  const ticket = await h.ticket();
  expect((await ask(`GET /api/trip-tickets/${ticket}`)).json).toHaveProperty("trip_ticket_landing_inventory");
  const { job } = (await ask(`GET /api/jobs/${h.ids.job}`)).json as { job?: Json };
  const json = job ?? (await ask(`GET /api/jobs/${h.ids.job}`)).json;
  for (const key of ["job_map", "creator_user", "is_deleted"]) expect(json).toHaveProperty(key);
});

test("deletes a load by the version in the address, without a body", async () => {
  const ticket = await h.ticket();
  const bare = await ask(`DELETE /api/trip-tickets/${ticket}`);
  expect([bare.status, JSON.stringify(bare.json)]).toEqual([422, expect.not.stringContaining("undefined")]);
  expect((await ask(`DELETE /api/trip-tickets/${ticket}?version=9`)).status).toBe(409);
  expect((await ask(`DELETE /api/trip-tickets/${ticket}?version=2`)).status).toBe(200);
});

test("accepts landing wood by the ids of its product, and moves loads by id and version", async () => {
  const row = await insertRow(db, landing, {
    job_id: h.ids.job,
    creator_company_id: h.ids.manager.id,
    created_at: new Date().toISOString(),
  });
  await db.batch([
    {
      sql: "INSERT INTO job_product (job_id, product_type_id, wood_species_id, wood_unit_type_id) SELECT ?, 5, 746, 2 WHERE NOT EXISTS (SELECT 1 FROM job_product WHERE job_id = ? AND product_type_id = 5)",
      params: [h.ids.job, h.ids.job],
    },
  ]);
  const path = `/api/jobs/${h.ids.job}/landings/${row}/inventory`;
  const wood = { estimated_volume_remaining: 40, wood_unit_type_id: 2 };
  const added = await ask(`POST ${path}`, { ...wood, product_type_id: 5, wood_species_id: 746 });
  expect([added.status, added.json.errors]).toEqual([201, undefined]);
  expect((await ask(`POST ${path}`, { ...wood, product: "5-746-0" })).status).toBe(201);
  const ticket = await h.ticket();
  const there = await db.client.execute({
    sql: "INSERT INTO job_destination (job_id, company_location_id, name) VALUES (?, ?, 'Second yard') RETURNING id",
    args: [h.ids.job, location],
  });
  const to = Number(there.rows[0]?.id);
  await db.batch([
    {
      sql: "INSERT INTO job_product_mix (job_destination_id, product_type_id, wood_species_id, wood_unit_type_id, is_accepted) VALUES (?, 5, 746, 2, 1)",
      params: [to],
    },
  ]);
  const moved = await ask(`PUT /api/jobs/${h.ids.job}/destinations/${h.ids.destination}/inventory`, {
    to_job_destination_id: to,
    loads: [{ id: ticket, version: 1 }],
  });
  expect([moved.status, moved.json]).toEqual([200, { id: h.ids.job, count: 1 }]);
});

test("lets clients cache reference lists for ten minutes, and returns 404 for an address without its id", async () => {
  for (const list of ["product-types", "products", "wood-species", "wood-unit-types", "state"])
    expect((await ask(`GET /api/${list}`)).headers.get("Cache-Control"), list).toBe("private, max-age=600");
  expect((await ask("GET /api/jobs//comments")).status).toBe(404);
});
