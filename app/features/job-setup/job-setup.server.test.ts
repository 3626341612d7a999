import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow, makeCompany, makeLocation, makeUser } from "#db/factories";
import * as t from "#db/schema";
import { acting, refusalOf } from "#db/testing/acting";
import { testDatabase } from "#db/testing/test-database";
import { setFeature } from "~/features/companies/set-feature.server";
import { getJob } from "~/features/jobs/overview.server";
import { copyJobRates, copyJobSortSheet } from "./copy.server";
import { createJob, createJobFromDraft } from "./create-job.server";
import { getResumeBanner, getSetup, hasJobSetup, resetSetup } from "./draft.server";
import { chooseMethod, saveJobLocation } from "./location.server";
import { getOverview, keepOverview, saveOverview } from "./overview.server";
import { addJobContractor, addJobLandOwner, removeJobContractor, setJobOwnerSide } from "./parties.server";
import { PREMIUM } from "./premium";
import { addRate, getRates, saveRates } from "./rates.server";
import { getSorts } from "./sorts.server";
import { addJobDestination, addJobProduct, removeJobProduct, saveJobMix } from "./sorts-change.server";

let db: Database;
type Person = Awaited<ReturnType<typeof acting>>;
let [me, crew, hauler, mill, rival]: { id: number; admins: number; crew: number }[] = [];
let [manager, logger, stranger]: Person[] = [];
let [yard, theirYard, destination] = [0, 0, 0];
const at = "2026-09-01T12:00:00.000Z";
beforeAll(async () => {
  db = await testDatabase();
  me = await makeCompany(db, { is_land_manager: true, name: "Manager" });
  crew = await makeCompany(db, { is_cutter: true, is_skidder: true, name: "Crew" });
  hauler = await makeCompany(db, { is_hauler: true, name: "Hauler" });
  mill = await makeCompany(db, { is_mill: true, name: "Mill" });
  rival = await makeCompany(db, { is_land_manager: true, name: "Rival" });
  const boss = await makeUser(db, {}, [me.admins]);
  manager = await acting(db, boss, me.id);
  logger = await acting(db, await makeUser(db, { email: "crew@example.test" }, [crew.admins]), crew.id);
  stranger = await acting(db, await makeUser(db, {}, [rival.admins]), rival.id);
  yard = await makeLocation(db, mill.id);
  theirYard = await makeLocation(db, rival.id);
  destination = await insertRow(db, t.companyDestination, {
    company_id: me.id,
    name: "Siding",
    latitude: 44.9,
    longitude: -84.7,
  });
  await db.batch([setFeature(db.write, me.id, 1, true, new Date())]);
});
beforeEach(async () => {
  await db.batch([{ sql: "DELETE FROM job_draft", params: [] }]);
});

const OVERVIEW = {
  name: "Big Creek",
  start_date: "2026-11-21",
  us_state_id: 26,
  us_county_id: 26039,
  township: "T27N",
  range: "R2W",
  section: "28",
};
const id = (c: { id: number } | undefined) => c?.id ?? 0;
const who = (p: Person | undefined) => {
  if (!p) throw new Error("nobody");
  return p;
};
const rows = async (table: string, where = "1") =>
  (await db.client.execute(`SELECT * FROM ${table} WHERE ${where}`)).rows;
const versionNow = async () => (await who(manager).call(getSetup, {})).version;

/** Goes the whole way as the manager would; ends before the review. */
async function whole() {
  const { call } = who(manager);
  await call(saveOverview, { ...OVERVIEW, version: 1 });
  await call(chooseMethod, { location_method: "pin", version: 2 });
  await call(saveJobLocation, { location_method: "pin", coordinates: "44.70, -84.70", version: 3 });
  for (const [role, company] of [
    ["cutter", crew],
    ["skidder", crew],
    ["hauler", hauler],
  ] as const)
    await call(addJobContractor, { role, company_id: id(company), version: 3 });
  await call(addJobLandOwner, {
    name: `Estate ${await versionNow()} ${Math.random()}`,
    contact_first_name: "Ada",
    contact_last_name: "Koski",
    contact_phone_number: "9065550177",
    version: 3,
  });
  await call(addJobProduct, { product: "5-746-0", version: 3 });
  for (const key of [`l${yard}`, `d${destination}`])
    await call(addJobDestination, { destination: key, version: 3 });
  await call(saveJobMix, {
    destinations: [
      {
        destination: `l${yard}`,
        mileage: 12.5,
        product_mixes: [{ product: "5-746-0", is_accepted: true, wood_unit_type_id: 2 }],
      },
    ],
    version: await versionNow(),
  });
  const page = await call(getRates, {});
  await call(saveRates, {
    product_rates: page.product_rates.map((r, i) => ({
      key: r.key,
      wood_unit_type_id: 2,
      rate: i === 1 ? "0" : "4.2525",
    })),
    haul_rates: page.haul_rates.map((r) => ({ key: r.key, per: "mile", rate: "3.10" })),
    version: page.version,
  });
}

test("a job is made of the whole draft in one go, others are invited, and the draft is gone", async () => {
  await whole();
  expect(await hasJobSetup(db.read, who(manager).actor)).toBe(true);
  const version = await versionNow();
  const made = await who(manager).send(createJobFromDraft, { version }, "create-once");
  expect(await who(manager).send(createJobFromDraft, { version }, "create-once")).toEqual(made);
  expect((await refusalOf(who(manager).send(createJobFromDraft, { version }, "create-twice"))).kind).toBe(
    "notNow",
  );
  expect(await rows("job", `name = 'Big Creek'`)).toHaveLength(1);
  const [job] = await rows("job", `id = ${made.id}`);
  expect(job).toMatchObject({
    township: "T27N",
    latitude: 44.7,
    plss_meridian_code: "19",
    request_user_company_id: id(me),
  });
  const companies = await rows("job_company", `job_id = ${made.id}`);
  expect(companies.map((c) => [c.company_id, c.accepted_at !== null]).slice(0, 3)).toEqual([
    [id(me), true],
    [id(crew), false],
    [id(hauler), true],
  ]);
  expect(companies[3]).toMatchObject({ is_land_owner: 1 });
  expect(companies[3]?.accepted_at).not.toBeNull();
  const destinations = await rows("job_destination", `job_id = ${made.id}`);
  expect(destinations.map((d) => [d.name, d.mileage, d.mileage_is_estimate])).toEqual([
    ["Mill yard", 12.5, 0],
    ["Siding", 18, 1],
  ]);
  expect(
    (await rows("job_product_mix")).filter((m) => m.job_destination_id === destinations[0]?.id),
  ).toMatchObject([{ is_accepted: 1, wood_unit_type_id: 2 }]);
  // Cut and, left out as zero, skid; stumpage; what the mill pays. Hauls to both places.
  const rates = await rows("job_product_rate", `job_id = ${made.id}`);
  expect(rates.map((r) => [r.job_product_rate_type_id, r.rate])).toEqual([
    [1, 42_525],
    [3, 42_525],
    [4, 42_525],
  ]);
  expect(await rows("job_haul_rate", `job_id = ${made.id}`)).toMatchObject([
    { per: "mile", rate: 31_000 },
    { per: "mile", rate: 31_000 },
  ]);
  expect(await rows("landing", `job_id = ${made.id}`)).toHaveLength(1);
  expect(await rows("audit_entry", `job_id = ${made.id}`)).toMatchObject([
    { activity: "job_created", seq: 1 },
  ]);
  expect(await rows("notification", `job_id = ${made.id}`)).toMatchObject([
    { notification_type_id: 2, company_id: id(crew) },
  ]);
  const [mail] = await rows("outbox_message", "recipient = 'crew@example.test'");
  expect(String(mail?.body)).toContain("Big Creek");
  expect(String(mail?.body)).not.toMatch(/\d\.\d\d/);
  expect(await rows("job_draft")).toEqual([]);
  expect((await who(logger).call(getJob, { id: Number(made.id) })).pending).toBe(true);
  expect((await refusalOf(who(stranger).call(getJob, { id: Number(made.id) }))).kind).toBe("missing");
});

test("without the feature there is no way in, by page or by program", async () => {
  const { call } = who(stranger);
  const denied = [
    call(getSetup, {}),
    call(getOverview, {}),
    call(saveOverview, { ...OVERVIEW, version: 1 }),
    call(createJob, { request_user_company_id: id(rival), draft: OVERVIEW }),
  ];
  for (const { kind, message } of await Promise.all(denied.map(refusalOf)))
    expect([kind, message]).toEqual(["forbidden", PREMIUM]);
  expect(await call(getResumeBanner, {})).toBeNull();
});

test("a job is requested for a company of one's own alone", async () => {
  const theirs = who(manager).call(createJob, { request_user_company_id: id(rival), draft: OVERVIEW });
  expect((await refusalOf(theirs)).kind).toBe("missing");
  const made = await who(manager).call(createJob, { request_user_company_id: id(me), draft: OVERVIEW });
  expect(await rows("job", `id = ${made.id}`)).toHaveLength(1);
  // Without a draft in the body it is one's own that is meant, and there is none.
  expect((await refusalOf(who(manager).call(createJob, { request_user_company_id: id(me) }))).kind).toBe(
    "missing",
  );
});

test("a whole job is held against the same rules as the forms", async () => {
  const send = (more: object) =>
    refusalOf(
      who(manager).call(createJob, { request_user_company_id: id(me), draft: { ...OVERVIEW, ...more } }),
    );
  const product = { product_type_id: 5, wood_species_id: 746 };
  const cut = {
    job_product_rate_type_id: 1,
    paying_company_id: id(me),
    receiving_company_id: id(rival),
    rate: "4.25",
  };
  const wrong: [object, string][] = [
    [{ township: "" }, "township"],
    [{ us_county_id: 13121 }, "us_county_id"],
    [{ plss_meridian_code: "46" }, "plss_meridian_code"],
    [{ end_date: "2026-11-01" }, "end_date"],
    [{ geom: { type: "Polygon", coordinates: [] } }, "geom"],
    [{ companies: [{ company_id: 987_654, is_cutter: true }] }, "companies"],
    [
      { companies: [id(crew), id(hauler)].map((company_id) => ({ company_id, is_land_manager: true })) },
      "companies",
    ],
    [{ companies: [1, 2].map(() => ({ company_id: id(crew), is_cutter: true })) }, "companies"],
    [{ products: [{ product_type_id: 987 }] }, "products"],
    [{ products: [product, product] }, "products"],
    [{ destinations: [{ company_location_id: theirYard, name: "Theirs" }] }, "destinations"],
    [{ destinations: [1, 2].map(() => ({ company_location_id: yard, name: "Yard" })) }, "destinations"],
    [
      { destinations: [{ company_location_id: yard, name: "Y", company_certification_ids: [99] }] },
      "destinations",
    ],
    [{ products: [product], product_rates: [{ ...product, ...cut }] }, "product_rates"],
    [
      {
        haul_rates: [
          {
            company_location_id: yard,
            paying_company_id: id(me),
            receiving_company_id: id(crew),
            per: "load",
            rate: 90,
          },
        ],
      },
      "haul_rates",
    ],
  ];
  for (const [more, field] of wrong) {
    const { kind, refusal } = await send(more);
    expect([more, kind, Object.keys(refusal.facts.fields ?? {})]).toEqual([more, "invalid", [field]]);
  }
});

test("what others have is not there to be named: places, companies, jobs", async () => {
  const { call } = who(manager);
  await call(saveOverview, { ...OVERVIEW, version: 1 });
  const noted = await makeCompany(db, { is_land_owner: true, creator_company_id: id(rival) });
  await db.batch([{ sql: "DELETE FROM crew WHERE company_id = ?", params: [noted.id] }]);
  const theirs = await insertRow(db, t.companyDestination, {
    company_id: id(rival),
    name: "X",
    latitude: 44,
    longitude: -84,
  });
  const job = await insertRow(db, t.job, {
    uid: "theirs",
    name: "Theirs",
    country_id: 1,
    us_state_id: 26,
    us_county_id: 26039,
    start_date: "2026-08-01",
    request_user_company_id: id(rival),
    created_at: at,
    last_modified_at: at,
  });
  const tries = [
    call(setJobOwnerSide, { side: "is_land_owner", company_id: noted.id, version: 2 }),
    call(addJobContractor, { role: "cutter", company_id: noted.id, version: 2 }),
    call(addJobDestination, { destination: `d${theirs}`, version: 2 }),
    call(addJobDestination, { destination: `l${theirYard}`, version: 2 }),
    call(copyJobSortSheet, { job_id: job, version: 2 }),
    call(copyJobRates, { job_id: job, version: 2 }),
  ];
  for (const { kind } of await Promise.all(tries.map(refusalOf))) expect(kind).toBe("invalid");
});

test("two tabs: other sections stand in nobody's way, the same one is shown beside what is typed", async () => {
  const { call } = who(manager);
  await call(saveOverview, { ...OVERVIEW, version: 1 });
  const { version } = await call(getOverview, {});
  await call(addJobContractor, { role: "cutter", company_id: id(crew), version });
  await call(saveOverview, { ...OVERVIEW, name: "Renamed", version });
  const { kind, refusal } = await refusalOf(call(saveOverview, { ...OVERVIEW, name: "Mine", version }));
  expect([kind, refusal.facts.current?.name]).toEqual(["stale", "Renamed"]);
  await call(saveOverview, { ...OVERVIEW, name: "Mine", version: await versionNow() });
  expect((await call(getOverview, {})).values.name).toBe("Mine");
});

test("a review of before is not what is created", async () => {
  await whole();
  const version = await versionNow();
  await who(manager).call(removeJobProduct, { product: "5-746-0", version });
  expect((await refusalOf(who(manager).call(createJobFromDraft, { version }))).kind).toBe("notNow");
  const open = await refusalOf(who(manager).call(createJobFromDraft, { version: await versionNow() }));
  expect([open.kind, open.refusal.facts.fields?.[""]]).toEqual(["invalid", ["Sort sheet is not done yet."]]);
});

test("two adds at once are both kept", async () => {
  const { call } = who(manager);
  await Promise.all([
    call(addJobContractor, { role: "cutter", company_id: id(crew), version: 1 }),
    call(addJobContractor, { role: "hauler", company_id: id(hauler), version: 1 }),
    call(addJobProduct, { product: "5-746-0", version: 1 }),
  ]);
  const sorts = await call(getSorts, { section: null, q: "" });
  expect(sorts.products).toHaveLength(1);
  expect(await rows("job_draft")).toHaveLength(1);
  await call(removeJobContractor, { role: "cutter", company_id: id(crew), version: 2 });
});

test("a draft is its person's alone, at that company", async () => {
  const other = await acting(db, await makeUser(db, {}, [me?.admins ?? 0]), id(me));
  await who(manager).call(keepOverview, { name: "Half", version: 1 });
  expect((await who(manager).call(getResumeBanner, {}))?.name).toBe("Half");
  expect(await other.call(getResumeBanner, {})).toBeNull();
  expect(await hasJobSetup(db.read, other.actor)).toBe(false);
  expect((await refusalOf(other.call(resetSetup, {}))).kind).toBe("missing");
  await who(manager).call(resetSetup, {});
  // A tab that was open all along starts nothing anew by itself.
  expect((await refusalOf(who(manager).call(addJobProduct, { product: "5-746-0", version: 2 }))).kind).toBe(
    "notNow",
  );
});

test("another way to say where asks first where something is drawn", async () => {
  const { call } = who(manager);
  await call(saveOverview, { ...OVERVIEW, version: 1 });
  await call(saveJobLocation, { location_method: "pin", coordinates: "44.7, -84.7", version: 2 });
  expect(await call(chooseMethod, { location_method: "draw", version: 3 })).toMatchObject({
    confirm: "draw",
  });
  expect(await call(chooseMethod, { location_method: "draw", lose: true, version: 3 })).toMatchObject({
    confirm: null,
  });
  const { kind, refusal } = await refusalOf(
    call(saveJobLocation, { location_method: "draw", areas: "44.7, -84.7\n44.71, -84.7", version: 5 }),
  );
  expect([kind, refusal.facts.fields?.areas]).toEqual([
    "invalid",
    ["Please draw a shape with at least 3 points"],
  ]);
});

test("a rate between others is for parties and products of the job alone", async () => {
  await whole();
  const { call } = who(manager);
  const rate = {
    job_product_rate_type_id: 1,
    wood_unit_type_id: 2,
    rate: "1",
    product: "5-746-0",
    version: 5,
  };
  const wrong = [
    call(addRate, { ...rate, paying_company_id: id(rival), receiving_company_id: id(crew) }),
    call(addRate, { ...rate, paying_company_id: id(crew), receiving_company_id: id(crew) }),
    call(addRate, {
      ...rate,
      product: "1-833-0",
      paying_company_id: id(hauler),
      receiving_company_id: id(crew),
    }),
  ];
  for (const { kind } of await Promise.all(wrong.map(refusalOf))) expect(kind).toBe("invalid");
  await call(addRate, { ...rate, paying_company_id: id(hauler), receiving_company_id: id(crew) });
  const page = await call(getRates, {});
  expect(page.product_rates.at(-1)).toMatchObject({ payer: "Hauler", receiver: "Crew", rate: "1.00" });
});

test("another job's sort sheet and rates are copied, each when it is asked for", async () => {
  await whole();
  const made = await who(manager).call(createJobFromDraft, { version: await versionNow() });
  await whole();
  const { call } = who(manager);
  await call(removeJobProduct, { product: "5-746-0", version: 2 });
  await call(copyJobSortSheet, { job_id: Number(made.id), version: 2 });
  const sorts = await call(getSorts, { section: "product_mix", q: "" });
  expect(sorts.destinations.map((d) => [d.name, d.mixes.map((m) => m.is_accepted)])).toEqual([
    ["Mill yard", [true]],
    ["Siding", [false]],
  ]);
  expect((await call(getRates, {})).product_rates.filter((r) => r.rate)).toEqual([]);
  await call(copyJobRates, { job_id: Number(made.id), version: 2 });
  // The land owner is another one, so stumpage stays behind.
  expect((await call(getRates, {})).product_rates.filter((r) => r.rate).map((r) => r.type)).toEqual([
    "Cut",
    "Mill",
  ]);
});
