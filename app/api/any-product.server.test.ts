import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { addJobProduct, getProductChoices } from "~/modules/jobs/data/products.server";
import { createJob } from "~/modules/jobs/setup/data/create-job.server";
import { getSortSheet } from "~/modules/jobs/setup/data/sorts.server";
import { chooseProducts } from "~/modules/jobs/setup/data/sorts-change.server";
import { createSetupHarness, SETUP_OVERVIEW } from "~/modules/jobs/setup/testing/setup-room.server";
import { readJobProducts } from "~/modules/jobs/shared/job-products.server";
import { editDestination, getDestinationForm } from "~/modules/places/data/edit-destination.server";
import { createDestination, listDestinations } from "~/modules/places/shared/destinations.server";
import {
  readProductParts,
  readProductsByKey,
  readProductsLocalFirst,
} from "~/modules/products/shared/products.server";
import { formatProductKey } from "~/modules/trip-tickets/rules/product-key";
import { formatProduct } from "~/modules/trip-tickets/rules/trip-ticket";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});
const CHERRY_SAWLOGS = "1-762-0";

test("every product type combines with every species, every group, and none", async () => {
  const { types, woods } = await readProductParts(db);
  expect([types.length, woods.length]).toEqual([23, 121]);
  const keys = types.flatMap((t) => [
    `${t.value}-0-0`,
    ...woods.map(({ value }) =>
      value.startsWith("s") ? `${t.value}-${value.slice(1)}-0` : `${t.value}-0-${value.slice(1)}`,
    ),
  ]);
  const known = await readProductsByKey(db, keys);
  expect(known.size).toBe(23 * 122);
  expect(known.get(CHERRY_SAWLOGS)).toMatchObject({ name: "Sawlogs, black cherry", unit: 1 });
  expect(known.get("6-0-4")?.name).toBe("Bolts, Mixed hardwood");
  expect(known.get("22-0-0")?.name).toBe("Cull");
  // Invalid keys: a species together with its group, and keys that don't exist.
  expect((await readProductsByKey(db, ["1-762-4", "99-0-0", "1-987654-0", "1-0-99", "nonsense"])).size).toBe(
    0,
  );
});

test("lists a state's usual products first and includes all others", async () => {
  const first = async (stusps: string | null) =>
    (await readProductsLocalFirst(db, stusps)).map((p) => p.name);
  const michigan = await first("MI");
  const georgia = await first("GA");
  expect(michigan.indexOf("Pulpwood, quaking aspen")).toBeLessThan(
    michigan.indexOf("Pulpwood, Southern yellow pine"),
  );
  expect(georgia.indexOf("Pulpwood, Southern yellow pine")).toBeLessThan(
    georgia.indexOf("Pulpwood, quaking aspen"),
  );
  expect([...michigan].sort()).toEqual([...(await first(null))].sort());
});

test("accepts an unusual product for a job by API and by form, in its product type's unit", async () => {
  const job_id = h.ids.job;
  const on = async () =>
    (await readJobProducts({ read: db.read }, job_id)).map((p) => [formatProduct(p), p.wood_unit_type_id]);
  await h.manager.call(addJobProduct, { job_id, product_type_id: 1, wood_species_id: 762 });
  await h.manager.call(addJobProduct, { job_id, product_type_id: 6, wood: "s541" });
  await h.manager.call(addJobProduct, { job_id, product_type_id: 5, wood: "g7" });
  expect(await on()).toEqual(
    expect.arrayContaining([
      ["Sawlogs, black cherry", 1],
      ["Bolts, white ash", 3],
      ["Pulpwood, Hem-Fir", 2],
    ]),
  );
  const refused = async (product: object) =>
    (await catchError(h.manager.call(addJobProduct, { job_id, ...product }))).refusal.facts.fields;
  expect(await refused({ product: CHERRY_SAWLOGS })).toEqual({
    product: ["This product is already on the job"],
  });
  expect(await refused({ wood: "s762" })).toEqual({ product_type_id: ["Choose a product type"] });
  expect(await refused({ product_type_id: 1, wood: "x" })).toEqual({ wood: ["Choose a species"] });
  expect(await refused({ product_type_id: 1, wood: "s987654" })).toEqual({ product: ["Choose a product"] });
  const form = await h.manager.call(getProductChoices, { id: job_id });
  expect(form.parts.woods).toHaveLength(121);
});

test("accepts any product for a destination, and keeps the product on the destination's edit form", async () => {
  const company_id = h.ids.manager.id;
  const { id } = await h.manager.call(createDestination, {
    company_id,
    name: "Cherry yard",
    latitude: 45,
    longitude: -85,
    product_ids: [1],
    products: [CHERRY_SAWLOGS],
    product_type_id: 2,
    wood: "s541",
  });
  const takes = async () =>
    (await h.manager.call(listDestinations, { company_id, take: -1 })).company_destinations
      .find((d) => d.company_destination.id === id)
      ?.products.map(formatProductKey);
  expect((await takes())?.sort()).toEqual(["1-318-0", CHERRY_SAWLOGS, "2-541-0"]);
  const form = await h.manager.call(getDestinationForm, { company_destination_id: id, query: "" });
  expect([form.ticked, form.ticked_others.sort()]).toEqual([["1"], [CHERRY_SAWLOGS, "2-541-0"]]);
  const edit = { company_id, company_destination_id: id, name: "Cherry yard", version: form.version + 1 };
  await h.manager.call(editDestination, { ...edit, products: [CHERRY_SAWLOGS] });
  expect(await takes()).toEqual([CHERRY_SAWLOGS]);
  const wrong = h.manager.call(editDestination, {
    ...edit,
    version: form.version + 2,
    products: ["1-762-4"],
  });
  expect((await catchError(wrong)).refusal.facts.fields).toEqual({ products: ["Choose from the products"] });
});

test("creates a job with any product through the setup, by default in its product type's unit", async () => {
  const room = await createSetupHarness();
  await room.whole();
  await room.manager.call(chooseProducts, {
    products: ["5-746-0"],
    product_type_id: 6,
    wood: "s762",
    version: await room.versionNow(),
  });
  const page = await room.manager.call(getSortSheet, { section: "products", q: "" });
  expect(page.products).toContainEqual({ key: "6-762-0", unit: 3, name: "Bolts, black cherry" });
  const { id } = await room.manager.call(createJob, {
    request_user_company_id: room.me.id,
    draft: {
      ...SETUP_OVERVIEW,
      name: "Cherry tract",
      products: [{ product_type_id: 6, wood_species_id: 762, wood_species_type_id: null }],
    },
  });
  expect(await room.rows("job_product", `job_id = ${id}`)).toMatchObject([
    { product_type_id: 6, wood_species_id: 762, wood_unit_type_id: 3 },
  ]);
});
