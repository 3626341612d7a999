import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Database } from "#db/client.server";
import { insertRow, makeUser } from "#db/factories";
import { crewPermission, productName } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { buildRecord } from "~/lib/object/records";
import { readVisibleTicketRows } from "~/modules/exports/data/rows.server";
import { getProductChoices, listJobProducts } from "~/modules/jobs/data/products.server";
import { readImportJobs } from "~/modules/load-imports/data/lookup.server";
import { resolveRowNames } from "~/modules/load-imports/rules/alias-rules";
import { LOAD_FIELD_KEYS } from "~/modules/load-imports/rules/columns";
import { getDestinationForm } from "~/modules/places/data/edit-destination.server";
import { getDestinationsPage } from "~/modules/places/data/pages.server";
import { createDestination } from "~/modules/places/shared/destinations.server";
import { getProduction } from "~/modules/production/shared/production.server";
import { getBookPaper } from "~/modules/sheets/data/paper.server";
import { printBook } from "~/modules/sheets/shared/sheets.server";
import { resolveFilter } from "~/modules/trip-tickets/list/rules/filter";
import { parseFilter } from "~/modules/trip-tickets/rules/filter-query";
import { getTicketPage } from "~/modules/trip-tickets/shared/detail.server";
import { listTickets } from "~/modules/trip-tickets/shared/list.server";
import { newTicketForm } from "~/modules/trip-tickets/shared/new-ticket.server";
import { printTickets } from "~/modules/trip-tickets/shared/paper.server";
import { getTicket } from "~/modules/trip-tickets/shared/record.server";
import { procedure } from "~/web/procedure";
import { readCompanyProductNamesByKey } from "../shared/own-names.server";
import { readProductsLocalFirst } from "../shared/products.server";
import {
  createProductName,
  deleteProductName,
  getProductName,
  getProductNamesPage,
  listProductNames,
  updateProductName,
} from "./product-names.server";

let db: Database;
let h: Harvest;
let id: number;
const PULP = "5-746-0";
const CALLED = "100 inch popple (Pulpwood, quaking aspen)";

beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  ({ id } = await h.manager.call(createProductName, { product: PULP, name: " 100 inch popple " }));
});

const asExported = procedure({
  name: "asExported",
  may: "trip_ticket.read",
  input: z.strictObject({ ids: z.array(z.number()) }),
  run: (ctx, { ids }) => readVisibleTicketRows(ctx, ids),
});
const asOffered = procedure({
  name: "asOffered",
  may: "trip_ticket.read",
  input: z.strictObject({}),
  run: (ctx) => readCompanyProductNamesByKey(ctx),
});
const asImported = procedure({
  name: "asImported",
  may: "trip_ticket.create",
  input: z.strictObject({ job_id: z.number() }),
  run: (ctx, { job_id }) => readImportJobs(ctx, job_id, new Set(), []),
});

const field = async (created: Promise<unknown>) => (await catchError(created)).refusal.facts.fields;

describe("product names of a company", () => {
  test("the list contains any product under the company's own name, each product once", async () => {
    const cherry = await h.manager.call(createProductName, {
      product: "",
      product_type_id: 1,
      wood: "s762",
      name: "Cherry logs",
    });
    const { product_names } = await h.manager.call(listProductNames, { take: 50, skip: 0 });
    expect(product_names.map((p) => [p.name, p.product, p.unit])).toEqual([
      ["100 inch popple", "Pulpwood, quaking aspen", "ton"],
      ["Cherry logs", "Sawlogs, black cherry", "MBF"],
    ]);
    expect(await field(h.manager.call(createProductName, { product: PULP, name: "Other" }))).toEqual({
      product: ["You already call this product 100 inch popple."],
    });
    expect(
      await field(h.manager.call(createProductName, { product: "1-125-0", name: "CHERRY LOGS" })),
    ).toEqual({ name: ["You already use this name for another product."] });
    expect(await field(h.manager.call(createProductName, { product: "99-0-0", name: "Odd" }))).toEqual({
      product: ["Choose a product"],
    });
    await h.manager.call(deleteProductName, { product_name_id: cherry.id, version: 2 });
    await h.manager.call(createProductName, { product: "1-762-0", name: "Cherry" });
  });

  test("another company can't read or change the names", async () => {
    for (const who of [h.logger, h.hauler, h.mill, h.rival]) {
      expect((await who.call(getProductNamesPage, {})).names).toEqual([]);
      expect((await catchError(who.call(getProductName, { product_name_id: id }))).kind).toBe("missing");
      const change = { product_name_id: id, version: 2 };
      expect((await catchError(who.call(updateProductName, { ...change, name: "Mine" }))).kind).toBe(
        "missing",
      );
      expect((await catchError(who.call(deleteProductName, change))).kind).toBe("missing");
    }
  });

  test("a change with a stale version is refused", async () => {
    const change = { product_name_id: id, name: "Popple, 100 in" };
    await h.manager.call(updateProductName, { ...change, version: 2 });
    expect((await catchError(h.manager.call(updateProductName, { ...change, version: 2 }))).kind).toBe(
      "stale",
    );
    await h.manager.call(updateProductName, { ...change, name: "100 inch popple", version: 3 });
  });

  test("product choices omit the names for a person who may not read products", async () => {
    const { id: company, crew } = h.ids.manager;
    await insertRow(db, crewPermission, { crew_id: crew, entity_id: 13, can_read: false, can_create: true });
    const blind = await actAs(db, await makeUser(db, {}, [crew]), company);
    const own = async (who: Harvest["manager"]) => [...(await who.call(asOffered, {})).values()];
    expect(await own(h.manager)).toContain("100 inch popple");
    expect(await own(blind)).toEqual([]);
    expect((await catchError(blind.call(getProductNamesPage, {}))).kind).toBe("forbidden");
    const named = new Map([["6-746-0", "Popple bolts"]]);
    expect((await readProductsLocalFirst(db, "MI", named))[0]?.name).toBe(
      "Popple bolts (Bolts, quaking aspen)",
    );
  });
});

describe("product names on a job and its loads", () => {
  test("everyone who sees a load sees the product name of the company that owns the job", async () => {
    const load = await h.ticket({
      trip_ticket_status_id: 2,
      hauler_company_id: h.ids.hauler.id,
      cutter_company_id: h.ids.logger.id,
    });
    await insertRow(db, productName, {
      company_id: h.ids.hauler.id,
      product_type_id: 5,
      wood_species_id: 746,
      name: "Hauler's word",
    });
    for (const who of [h.manager, h.hauler, h.mill, h.logger]) {
      expect(await who.call(getTicket, { id: load })).toMatchObject({ own_name: "100 inch popple" });
      expect((await who.call(getTicketPage, { id: load })).product).toBe(CALLED);
      const exported = await who.call(asExported, { ids: [load] });
      expect(exported.map((row) => row.own_name)).toEqual(["100 inch popple"]);
    }
    const sheet = await h.manager.call(printTickets, { ids: [load] });
    expect(JSON.stringify(sheet)).toContain(CALLED);
  });

  test("forms offer the company's product name, and blank sheets print it", async () => {
    const form = await h.hauler.call(newTicketForm, { job_id: h.ids.job });
    expect(form.destinations.flatMap((d) => d.products.map((p) => p.name))).toContain(CALLED);
    await h.manager.call(printBook, { job_id: h.ids.job, sheets: 1 });
    const { rows } = await db.client.execute("SELECT max(id) AS id FROM sheet_book");
    const paper = await h.manager.call(getBookPaper, { job_id: h.ids.job, book_id: Number(rows[0]?.id) });
    const { job_products } = await h.manager.call(listJobProducts, { job_id: h.ids.job, take: 50, skip: 0 });
    expect(paper.job.products).toHaveLength(job_products.length);
    const offered = await h.manager.call(getProductChoices, { id: h.ids.job });
    expect(offered.products[0]?.label).toBe(job_products.length ? "Cherry (Sawlogs, black cherry)" : CALLED);
  });

  test("the production report shows product groups under the reader's own name, linked to the group's loads", async () => {
    await h.ticket({
      trip_ticket_status_id: 3,
      hauler_company_id: h.ids.hauler.id,
      picked_up_at: "2026-03-04T15:00:00.000Z",
      dropped_off_at: "2026-03-04T17:00:00.000Z",
    });
    const days = { report: "by", by: "sort", from: "2026-03-04", to: "2026-03-04" } as const;
    const sorts = async (who: Harvest["manager"]) =>
      (await who.call(getProduction, days)).rows.map(({ label, loads }) => [label, loads]);
    expect(await sorts(h.manager)).toEqual([[CALLED, 1]]);
    expect(await sorts(h.hauler)).toEqual([["Hauler's word (Pulpwood, quaking aspen)", 1]]);
    expect(await sorts(h.mill)).toEqual([["Pulpwood, quaking aspen", 1]]);
    const [row] = (await h.manager.call(getProduction, days)).rows;
    const filter = parseFilter(new URLSearchParams(row?.href?.split("?")[1]));
    expect((await h.manager.call(listTickets, resolveFilter(filter, "America/Detroit"))).total).toBe(1);
  });

  test("a destination's list and forms show the company's own product names", async () => {
    const { id: place } = await h.manager.call(createDestination, {
      company_id: h.ids.manager.id,
      name: "Own pin",
      latitude: 44.6,
      longitude: -84.6,
      products: [PULP],
    });
    const { destinations } = await h.manager.call(getDestinationsPage, { q: "" });
    const destination = destinations.find((d) => d.company_destination.id === place);
    expect(destination?.products).toMatchObject([
      { name: "Pulpwood, quaking aspen", own_name: "100 inch popple" },
    ]);
    const form = await h.manager.call(getDestinationForm, { company_destination_id: place, query: "" });
    expect(form.products.map((p) => p.name)).toContain(CALLED);
  });

  test("another company's jobs show that company's product names", async () => {
    const form = await h.rival.call(newTicketForm, { job_id: h.ids.rivalJob });
    expect(form.destinations[0]?.products.map((p) => p.name)).toEqual(["Pulpwood, quaking aspen"]);
  });
});

test("an import recognizes a product by the job's name, the importer's own name, and the standard name", async () => {
  const known = await h.hauler.call(asImported, { job_id: h.ids.job });
  const meant = (product: string) => {
    const [jobOf] = known;
    const destination = jobOf?.destinations.find((d) => d.value === h.ids.destination)?.name ?? "";
    const words = buildRecord(LOAD_FIELD_KEYS, (key) =>
      key === "product" ? product : key === "destination" ? destination : "",
    );
    return resolveRowNames({ words }, { jobs: known, job: h.ids.job, explained: [] }).product?.value;
  };
  for (const word of ["100 Inch Popple", "hauler's word", "Pulpwood, quaking aspen", "aspen pulpwood"])
    expect([word, meant(word)]).toEqual([word, PULP]);
});
