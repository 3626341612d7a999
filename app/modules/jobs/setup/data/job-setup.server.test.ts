import { beforeAll, beforeEach, expect, test } from "vitest";
import { insertRow, makeCompany, makeLocation, makeTicket, makeUser } from "#db/factories";
import * as t from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { actWithoutPermissions, makeLimitedCrew } from "#db/testing/limited";
import { buildSetFeatureStatement } from "~/modules/companies/data/set-feature.server";
import { getJobDraft, resetSetup } from "../../shared/draft.server";
import { getResumeBanner } from "../../shared/draft-progress.server";
import { createSetupHarness, SETUP_OVERVIEW, type SetupHarness } from "../testing/setup-room.server";
import { copyJobRates, copyJobSortSheet, getJobsToCopy } from "./copy.server";
import { createJobFromDraft } from "./create-job.server";
import { chooseLocationMethod, saveJobLocation } from "./location.server";
import { getOverview, saveIncompleteOverview, saveOverview } from "./overview.server";
import { addJobContractor, getContractors, removeJobContractor, setJobOwnerRole } from "./parties.server";
import { addRate, getRates, saveRates } from "./rates.server";
import { getSortSheet } from "./sorts.server";
import {
  addDraftDestination,
  addDraftProduct,
  removeDraftDestination,
  removeJobProduct,
  saveJobMix,
} from "./sorts-change.server";

let room: SetupHarness;
beforeAll(async () => {
  room = await createSetupHarness();
});
beforeEach(() => room.forget());

test("rejects places, companies and jobs that only other companies may use", async () => {
  const { call } = room.manager;
  await call(saveOverview, { ...SETUP_OVERVIEW, version: 1 });
  const noted = await makeCompany(room.db, { is_land_owner: true, creator_company_id: room.rival.id });
  await room.db.batch([{ sql: "DELETE FROM crew WHERE company_id = ?", params: [noted.id] }]);
  const theirs = await insertRow(room.db, t.companyDestination, {
    company_id: room.rival.id,
    name: "X",
    latitude: 44,
    longitude: -84,
  });
  const job = await insertRow(room.db, t.job, {
    uid: "theirs",
    name: "Theirs",
    country_id: 1,
    us_state_id: 26,
    us_county_id: 26039,
    start_date: "2026-08-01",
    request_user_company_id: room.rival.id,
    created_at: "2026-09-01T12:00:00.000Z",
    last_modified_at: "2026-09-01T12:00:00.000Z",
  });
  const tries = [
    call(setJobOwnerRole, { side: "is_land_owner", company_id: noted.id, version: 2 }),
    call(addJobContractor, { role: "cutter", company_id: noted.id, version: 2 }),
    call(addDraftDestination, { destination: `d${theirs}`, version: 2 }),
    call(addDraftDestination, { destination: `l${room.theirYard}`, version: 2 }),
    call(copyJobSortSheet, { job_id: job, version: 2 }),
    call(copyJobRates, { job_id: job, version: 2 }),
  ];
  for (const { kind } of await Promise.all(tries.map(catchError))) expect(kind).toBe("invalid");
});

test("saves changes to different sections from two tabs, and shows the saved values for the same section", async () => {
  const { call } = room.manager;
  await call(saveOverview, { ...SETUP_OVERVIEW, version: 1 });
  await call(chooseLocationMethod, { location_method: "skip", version: 2 });
  const { version } = await call(getOverview, {});
  await call(addJobContractor, { role: "cutter", company_id: room.crew.id, version });
  await call(saveOverview, { ...SETUP_OVERVIEW, name: "Renamed", version });
  const { kind, refusal } = await catchError(
    call(saveOverview, { ...SETUP_OVERVIEW, name: "Mine", version }),
  );
  expect([kind, refusal.facts.current?.name]).toEqual(["stale", "Renamed"]);
  await call(saveOverview, { ...SETUP_OVERVIEW, name: "Mine", version: await room.versionNow() });
  expect((await call(getOverview, {})).values.name).toBe("Mine");
});

test("keeps both changes if two are saved at the same time", async () => {
  const { call } = room.manager;
  await Promise.all([
    call(saveOverview, { ...SETUP_OVERVIEW, version: 1 }),
    call(setJobOwnerRole, { side: "is_land_owner_authorizee", company_id: room.crew.id, version: 1 }),
  ]);
  expect(await room.rows("job_draft")).toHaveLength(1);
  await call(chooseLocationMethod, { location_method: "skip", version: 1 });
  await Promise.all([
    call(addJobContractor, { role: "cutter", company_id: room.crew.id, version: 1 }),
    call(addJobContractor, { role: "hauler", company_id: room.hauler.id, version: 1 }),
  ]);
  const contractors = await call(getContractors, { section: null, q: "", any: false });
  expect(contractors.sections.map((s) => s.count)).toEqual([1, 1, 0, 1]);
  expect((await call(getOverview, {})).authorizee?.name).toBe("Crew");
  await call(removeJobContractor, { role: "cutter", company_id: room.crew.id, version: 2 });
});

test("rejects and hides a step's forms until the earlier steps are done", async () => {
  const { call } = room.manager;
  const product = { product: "5-746-0", version: 1 };
  const rates = { product_rates: [], haul_rates: [], version: 1 };
  const refused = async (sent: Promise<unknown>) => {
    const { kind, message } = await catchError(sent);
    return [kind, message];
  };
  const add = () => call(addJobContractor, { role: "cutter", company_id: room.crew.id, version: 1 });
  expect(await refused(add())).toEqual(["notNow", "Choose the state and county first."]);
  await call(saveOverview, { ...SETUP_OVERVIEW, version: 1 });
  expect(await refused(add())).toEqual(["notNow", "Set the location first."]);
  expect((await call(getContractors, { section: null, q: "", any: false })).first).toBe("map");
  await call(chooseLocationMethod, { location_method: "skip", version: 1 });
  await add();
  expect((await call(getContractors, { section: null, q: "", any: false })).first).toBeNull();
  for (const sent of [
    () => call(addDraftProduct, product),
    () => call(removeJobProduct, product),
    () => call(addDraftDestination, { destination: `d${room.destination}`, version: 1 }),
    () => call(removeDraftDestination, { destination: `d${room.destination}`, version: 1 }),
    () => call(saveJobMix, { destinations: [], version: 4 }),
    () => call(saveRates, rates),
  ])
    expect(await refused(sent())).toEqual(["notNow", "Choose the contractors first."]);
  expect((await call(getSortSheet, { section: null, q: "" })).first).toBe("companies");
  expect((await call(getJobsToCopy, { what: "sort-sheet", q: "" })).first).toBe("companies");
  for (const [role, company] of [
    ["skidder", room.crew],
    ["hauler", room.hauler],
  ] as const)
    await call(addJobContractor, { role, company_id: company.id, version: 1 });
  await call(addDraftProduct, product);
  expect(await refused(call(saveRates, rates))).toEqual(["notNow", "Set up the sort sheet first."]);
  expect((await call(getRates, {})).first).toBe("sort-sheet");
  expect((await call(getJobsToCopy, { what: "rates", q: "" })).first).toBe("sort-sheet");
});

test("keeps a draft private to its user at its company", async () => {
  const other = await actAs(room.db, await makeUser(room.db, {}, [room.me.admins]), room.me.id);
  await room.manager.call(saveIncompleteOverview, { name: "Half", version: 1 });
  expect((await room.manager.call(getResumeBanner, {}))?.name).toBe("Half");
  expect(await other.call(getResumeBanner, {})).toBeNull();
  expect(await room.isUnderWay(other.actor)).toBe(false);
  expect((await catchError(other.call(resetSetup, {}))).kind).toBe("missing");
  await room.manager.call(resetSetup, {});
  // A form sent from a tab left open after a cancel doesn't start a new draft.
  expect(
    (await catchError(room.manager.call(addDraftProduct, { product: "5-746-0", version: 2 }))).kind,
  ).toBe("notNow");
});

test("asks to confirm a change of location method that would delete the location", async () => {
  const { call } = room.manager;
  await call(saveOverview, { ...SETUP_OVERVIEW, version: 1 });
  await call(saveJobLocation, { location_method: "pin", coordinates: "44.7, -84.7", version: 2 });
  expect(await call(chooseLocationMethod, { location_method: "draw", version: 3 })).toMatchObject({
    confirm: "draw",
  });
  expect(await call(chooseLocationMethod, { location_method: "draw", lose: true, version: 3 })).toMatchObject(
    {
      confirm: null,
    },
  );
  const { kind, refusal } = await catchError(
    call(saveJobLocation, { location_method: "draw", areas: "44.7, -84.7\n44.71, -84.7", version: 4 }),
  );
  expect([kind, refusal.facts.fields?.areas]).toEqual([
    "invalid",
    ["Please draw a shape with at least 3 points"],
  ]);
});

test("allows an additional rate only between companies of the job and for the job's products", async () => {
  await room.whole();
  const { call } = room.manager;
  const rate = {
    job_product_rate_type_id: 1,
    wood_unit_type_id: 2,
    rate: "1",
    product: "5-746-0",
    version: 5,
  };
  const wrong = [
    call(addRate, { ...rate, paying_company_id: room.rival.id, receiving_company_id: room.crew.id }),
    call(addRate, { ...rate, paying_company_id: room.crew.id, receiving_company_id: room.crew.id }),
    call(addRate, {
      ...rate,
      product: "1-833-0",
      paying_company_id: room.hauler.id,
      receiving_company_id: room.crew.id,
    }),
  ];
  for (const { kind } of await Promise.all(wrong.map(catchError))) expect(kind).toBe("invalid");
  await call(addRate, { ...rate, paying_company_id: room.hauler.id, receiving_company_id: room.crew.id });
  const page = await call(getRates, {});
  expect(page.product_rates.at(-1)).toMatchObject({ payer: "Hauler", receiver: "Crew", rate: "1.00" });
});

test("copies another job's sort sheet and rates separately", async () => {
  await room.whole();
  const job = await room.manager.call(createJobFromDraft, { version: await room.versionNow() });
  await room.whole();
  const { call } = room.manager;
  await call(removeJobProduct, { product: "5-746-0", version: 2 });
  await call(copyJobSortSheet, { job_id: Number(job.id), version: 2 });
  const sorts = await call(getSortSheet, { section: "product_mix", q: "" });
  expect(sorts.destinations.map((d) => [d.name, d.mixes.map((m) => m.is_accepted)])).toEqual([
    ["Mill yard", [true]],
    ["Siding", [false]],
  ]);
  expect((await call(getRates, {})).product_rates.filter((r) => r.rate)).toEqual([]);
  await call(copyJobRates, { job_id: Number(job.id), version: 2 });
  // The land owner is a different company, so stumpage isn't copied.
  expect((await call(getRates, {})).product_rates.filter((r) => r.rate).map((r) => r.type)).toEqual([
    "Cut",
    "Mill",
  ]);
});

test("rejects copying data that the user's crew at the requesting company may not read", async () => {
  await room.whole();
  const job = await room.manager.call(createJobFromDraft, { version: await room.versionNow() });
  const job_id = Number(job.id);
  const own = await makeCompany(room.db, { is_land_manager: true });
  await room.db.batch([buildSetFeatureStatement(room.db.write, own.id, 1, true, new Date())]);
  const at = async (lacks: Parameters<typeof makeLimitedCrew>[2]) => {
    const crew = await makeLimitedCrew(room.db, room.me.id, lacks);
    return actAs(room.db, await makeUser(room.db, {}, [own.admins, crew]), own.id);
  };
  const driver = await at(["job.create", "job_rate.read"]);
  const asTheirs = { ...SETUP_OVERVIEW, request_user_company_id: room.me.id, version: 1 };
  expect((await catchError(driver.call(saveOverview, asTheirs))).kind).toBe("forbidden");
  expect((await catchError(driver.call(getJobDraft, {}))).kind).toBe("missing");

  const clerk = await at(["job_rate.read"]);
  await clerk.call(saveOverview, asTheirs);
  expect((await clerk.call(getJobsToCopy, { what: "sort-sheet", q: "" })).jobs.map((j) => j.id)).toContain(
    job_id,
  );
  const atHome = await actWithoutPermissions(room.db, room.me.id, "job_rate.read");
  for (const who of [clerk, atHome]) {
    expect((await catchError(who.call(getJobsToCopy, { what: "rates", q: "" }))).kind).toBe("forbidden");
    expect((await catchError(who.call(copyJobRates, { job_id, version: 1 }))).kind).toBe("forbidden");
  }
});

test("leaves deleted loads out of the inventory", async () => {
  await room.whole();
  const result = await room.manager.call(createJobFromDraft, { version: await room.versionNow() });
  const [to] = await room.rows(
    "job_destination",
    `job_id = ${result.id} AND company_location_id = ${room.yard}`,
  );
  const job = { id: Number(result.id), requester: room.me.id, destination: Number(to?.id) };
  const [kept, deleted] = [await makeTicket(room.db, job), await makeTicket(room.db, job)];
  await room.db.batch([{ sql: "UPDATE trip_ticket SET is_deleted = 1 WHERE id = ?", params: [deleted] }]);
  await room.whole();
  const { places } = await room.manager.call(getSortSheet, { section: "destinations", q: "" });
  expect(kept).toBeGreaterThan(0);
  expect(places.find((p) => p.key === `l${room.yard}`)?.inventory).toBe("55 tons");
});

test("lists yards with the most wood first, also in the form of accepted products, whatever their names", async () => {
  const mill = await makeCompany(room.db, { is_mill: true, name: "Far mill" });
  for (const letter of "ABCDEFGHIJKL") await makeLocation(room.db, mill.id, { name: `${letter} yard` });
  const last = await makeLocation(room.db, mill.id, { name: "Zilwaukee yard" });
  await room.whole();
  const { call } = room.manager;
  await call(addDraftDestination, { destination: `l${last}`, version: 2 });
  const result = await call(createJobFromDraft, { version: await room.versionNow() });
  const [to] = await room.rows("job_destination", `job_id = ${result.id} AND company_location_id = ${last}`);
  const job = { id: Number(result.id), requester: room.me.id, destination: Number(to?.id) };
  await makeTicket(room.db, job);
  await makeTicket(room.db, job);
  await room.whole();
  const offered = async (q: string) => {
    const { places, more } = await call(getSortSheet, { section: "destinations", q });
    const yards = places.filter((p) => p.key.startsWith("l"));
    return { names: yards.map((p) => p.name), more };
  };
  const all = await offered("");
  expect(all.names.slice(0, 2)).toContain("Zilwaukee yard");
  expect([all.names.length, all.more]).toEqual([10, true]);
  expect((await offered("Zilw")).names).toEqual(["Zilwaukee yard"]);
  expect((await offered("B yard")).names).toEqual(["B yard"]);
  await call(addDraftDestination, { destination: `l${last}`, version: 2 });
  const mix = await call(getSortSheet, { section: "product_mix", q: "" });
  expect(mix.destinations.map((d) => d.name)).toEqual(["Zilwaukee yard", "Mill yard", "Siding"]);
});
