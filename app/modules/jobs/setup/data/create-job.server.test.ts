import { beforeAll, beforeEach, expect, test } from "vitest";
import { catchError } from "#db/testing/acting";
import { readDataUrl } from "~/lib/files/upload.server";
import { resetSetup } from "../../shared/draft.server";
import { getResumeBanner, getSetupProgress } from "../../shared/draft-progress.server";
import { getJob } from "../../shared/overview.server";
import { SUBSCRIPTION_NEEDED } from "../rules/premium";
import { createSetupHarness, SETUP_OVERVIEW, type SetupHarness } from "../testing/setup-room.server";
import { createJob, createJobFromDraft } from "./create-job.server";
import { getOverview, saveOverview } from "./overview.server";
import { removeJobProduct } from "./sorts-change.server";

let room: SetupHarness;
beforeAll(async () => {
  room = await createSetupHarness();
});
beforeEach(() => room.forget());

test("creates one job from the whole draft, invites other companies, and deletes the draft", async () => {
  await room.whole();
  expect(await room.isUnderWay(room.manager.actor)).toBe(true);
  const version = await room.versionNow();
  const outcomeOf = await room.manager.send(createJobFromDraft, { version }, "create-once");
  expect(await room.manager.send(createJobFromDraft, { version }, "create-once")).toEqual(outcomeOf);
  expect((await catchError(room.manager.send(createJobFromDraft, { version }, "create-twice"))).kind).toBe(
    "notNow",
  );
  expect(await room.rows("job", `name = 'Big Creek'`)).toHaveLength(1);
  const [job] = await room.rows("job", `id = ${outcomeOf.id}`);
  expect(job).toMatchObject({
    township: "T27N",
    latitude: 44.7,
    plss_meridian_code: "19",
    request_user_company_id: room.me.id,
  });
  const companies = await room.rows("job_company", `job_id = ${outcomeOf.id}`);
  expect(companies.map((c) => [c.company_id, c.accepted_at !== null]).slice(0, 3)).toEqual([
    [room.me.id, true],
    [room.crew.id, false],
    [room.hauler.id, true],
  ]);
  expect(companies[3]).toMatchObject({ is_land_owner: 1 });
  expect(companies[3]?.accepted_at).not.toBeNull();
  const destinations = await room.rows("job_destination", `job_id = ${outcomeOf.id}`);
  expect(destinations.map((d) => [d.name, d.mileage, d.mileage_is_estimate])).toEqual([
    ["Mill yard", 12.5, 0],
    ["Siding", 18, 1],
  ]);
  expect(
    (await room.rows("job_product_mix")).filter((m) => m.job_destination_id === destinations[0]?.id),
  ).toMatchObject([{ is_accepted: 1, wood_unit_type_id: 2 }]);
  // Rates for cutting, stumpage and the mill's pay; skidding is omitted because its rate is zero. Haul rates go to both
  // destinations.
  const rates = await room.rows("job_product_rate", `job_id = ${outcomeOf.id}`);
  expect(rates.map((r) => [r.job_product_rate_type_id, r.rate])).toEqual([
    [1, 42_525],
    [3, 42_525],
    [4, 42_525],
  ]);
  expect(await room.rows("job_haul_rate", `job_id = ${outcomeOf.id}`)).toMatchObject([
    { per: "mile", rate: 31_000 },
    { per: "mile", rate: 31_000 },
  ]);
  expect(await room.rows("landing", `job_id = ${outcomeOf.id}`)).toHaveLength(1);
  // A job's first rates offer a settlements trial to a company that hasn't had one.
  expect(await room.rows("company_flag", `company_id = ${room.me.id}`)).toMatchObject([
    { name: "settlements_trial" },
  ]);
  expect(await room.rows("audit_entry", `job_id = ${outcomeOf.id}`)).toMatchObject([
    { activity: "job_created", seq: 1 },
  ]);
  expect(await room.rows("notification", `job_id = ${outcomeOf.id}`)).toMatchObject([
    { notification_type_id: 2, company_id: room.crew.id },
  ]);
  const [mail] = await room.rows("outbox_message", "recipient = 'crew@example.test'");
  expect(String(mail?.body)).toContain("Big Creek");
  expect(String(mail?.body)).not.toMatch(/\d\.\d\d/);
  expect(await room.rows("job_draft")).toEqual([]);
  expect((await room.logger.call(getJob, { id: Number(outcomeOf.id) })).pending).toBe(true);
  expect((await catchError(room.stranger.call(getJob, { id: Number(outcomeOf.id) }))).kind).toBe("missing");
});

test("requires the job creation feature for pages and API calls", async () => {
  const { call } = room.stranger;
  const denied = [
    call(getSetupProgress, {}),
    call(getOverview, {}),
    call(saveOverview, { ...SETUP_OVERVIEW, version: 1 }),
    call(createJob, { request_user_company_id: room.rival.id, draft: SETUP_OVERVIEW }),
  ];
  for (const { kind, message } of await Promise.all(denied.map(catchError)))
    expect([kind, message]).toEqual(["forbidden", SUBSCRIPTION_NEEDED]);
  expect(await call(getResumeBanner, {})).toBeNull();
});

test("creates a job only for one of the caller's own companies", async () => {
  const theirs = room.manager.call(createJob, {
    request_user_company_id: room.rival.id,
    draft: SETUP_OVERVIEW,
  });
  expect((await catchError(theirs)).kind).toBe("missing");
  const job = await room.manager.call(createJob, {
    request_user_company_id: room.me.id,
    draft: SETUP_OVERVIEW,
  });
  expect(await room.rows("job", `id = ${job.id}`)).toHaveLength(1);
  // Without `draft` in the body, the call uses the caller's own draft, which doesn't exist here.
  expect((await catchError(room.manager.call(createJob, { request_user_company_id: room.me.id }))).kind).toBe(
    "missing",
  );
});

test("validates a job sent to the API by the same rules as the forms", async () => {
  const send = (more: object) =>
    catchError(
      room.manager.call(createJob, {
        request_user_company_id: room.me.id,
        draft: { ...SETUP_OVERVIEW, ...more },
      }),
    );
  const product = { product_type_id: 5, wood_species_id: 746 };
  const cut = {
    job_product_rate_type_id: 1,
    paying_company_id: room.me.id,
    receiving_company_id: room.rival.id,
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
      {
        companies: [room.crew.id, room.hauler.id].map((company_id) => ({
          company_id,
          is_land_manager: true,
        })),
      },
      "companies",
    ],
    [{ companies: [1, 2].map(() => ({ company_id: room.crew.id, is_cutter: true })) }, "companies"],
    [{ products: [{ product_type_id: 987 }] }, "products"],
    [{ products: [product, product] }, "products"],
    [{ destinations: [{ company_location_id: room.theirYard, name: "Theirs" }] }, "destinations"],
    [{ destinations: [1, 2].map(() => ({ company_location_id: room.yard, name: "Yard" })) }, "destinations"],
    [
      { destinations: [{ company_location_id: room.yard, name: "Y", company_certification_ids: [99] }] },
      "destinations",
    ],
    [{ products: [product], product_rates: [{ ...product, ...cut }] }, "product_rates"],
    [
      {
        haul_rates: [
          {
            company_location_id: room.yard,
            paying_company_id: room.me.id,
            receiving_company_id: room.crew.id,
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

test("rejects creating a job if the draft changed after the review", async () => {
  await room.whole();
  const version = await room.versionNow();
  await room.manager.call(removeJobProduct, { product: "5-746-0", version });
  expect((await catchError(room.manager.call(createJobFromDraft, { version }))).kind).toBe("notNow");
  const open = await catchError(room.manager.call(createJobFromDraft, { version: await room.versionNow() }));
  expect([open.kind, open.refusal.facts.fields?.[""]]).toEqual(["invalid", ["Sort sheet isn't done yet."]]);
});

test("rejects creating or canceling a setup that was started after the reviewed one", async () => {
  await room.whole();
  const version = await room.versionNow();
  const { call } = room.manager;
  await call(resetSetup, {});
  await call(saveOverview, { ...SETUP_OVERVIEW, name: "Another", version: 1 });
  expect((await catchError(call(createJobFromDraft, { version }))).message).toMatch(/Review it again/);
  for (const seen of [version, 1]) {
    const { kind, refusal } = await catchError(call(resetSetup, { version: seen }));
    expect([kind, refusal.facts.current]).toEqual(["stale", { version: 1 }]);
  }
  expect((await call(getOverview, {})).values.name).toBe("Another");
  await call(resetSetup, { version: 2 });
  expect(await room.rows("job_draft")).toEqual([]);
});

test("stores a plan map sent to the API only if its job is created", async () => {
  const dataUrl = (text: string) => `data:application/pdf;base64,${Buffer.from(text).toString("base64")}`;
  const take = (text: unknown, megabytes = 10) =>
    readDataUrl(text, { types: ["application/pdf"], megabytes, file_name: "Plan map.pdf", formId: "" });
  const send = (job_map: string, more: object = {}) =>
    room.manager.call(createJob, {
      request_user_company_id: room.me.id,
      draft: { ...SETUP_OVERVIEW, ...more, job_map },
    });
  const files = async () => (await room.rows("stored_file")).length;
  const before = await files();
  const good = await take(dataUrl("%PDF-1.7\n%a plan\n%%EOF"));
  await expect(send(good.key, { township: "" })).rejects.toThrow();
  const outcomeOf = await send(good.key);
  await good.dispose();
  expect(await room.rows("job", `id = ${outcomeOf.id}`)).toMatchObject([{ has_plan_map: 1 }]);
  expect(await room.rows("job_file", `job_id = ${outcomeOf.id}`)).toMatchObject([
    { file_name: "Plan map.pdf", is_plan_map: 1 },
  ]);
  expect(await files()).toBe(before + 1);
  // An upload's key is invalid once its request has ended.
  expect((await catchError(send(good.key))).refusal.facts.fields).toHaveProperty(["draft.job_map"]);
  const picture = await take(dataUrl("GIF89a"));
  expect((await catchError(send(picture.key))).refusal.facts.fields).toHaveProperty(["draft.job_map"]);
  await picture.dispose();
  for (const wrong of ["https://example.test/plan.pdf", 7, "data:image/png;base64,AAAA"])
    expect((await take(wrong)).problem).toContain("as a data URL");
  expect((await take(dataUrl("x".repeat(1024 * 1024 + 1)), 1)).problem).toContain("smaller than 1MB");
});

test("gives a rate without a unit its product's or destination's unit, and rejects it by name if neither is known", async () => {
  const sawlogs = { product_type_id: 1, wood_species_id: 125 };
  const pulpwood = { product_type_id: 5, wood_species_id: 746 };
  const takes = (...mixes: (typeof sawlogs)[]) => mixes.map((m) => ({ ...m, is_accepted: true }));
  const send = (product_mixes: ReturnType<typeof takes>, more: object = {}) =>
    room.manager.call(createJob, {
      request_user_company_id: room.me.id,
      draft: {
        ...SETUP_OVERVIEW,
        companies: [
          { company_id: room.crew.id, is_cutter: true },
          { company_id: room.hauler.id, is_hauler: true },
        ],
        products: [sawlogs, pulpwood],
        destinations: [{ company_location_id: room.yard, name: "Yard", product_mixes }],
        product_rates: [
          {
            ...sawlogs,
            job_product_rate_type_id: 1,
            paying_company_id: room.me.id,
            receiving_company_id: room.crew.id,
            rate: "480",
          },
        ],
        haul_rates: [
          {
            company_location_id: room.yard,
            paying_company_id: room.me.id,
            receiving_company_id: room.hauler.id,
            per: "unit",
            rate: "90",
            ...more,
          },
        ],
      },
    });
  const { id } = await send(takes(sawlogs));
  for (const table of ["job_product_rate", "job_haul_rate"])
    expect(await room.rows(table, `job_id = ${id}`)).toMatchObject([{ wood_unit_type_id: 1 }]);
  const before = await room.rows("job");
  for (const [mixes, words] of [
    [takes(sawlogs, pulpwood), /in several/],
    [[], /no product yet/],
  ] as const) {
    const { kind, refusal } = await catchError(send([...mixes]));
    expect([kind, refusal.facts.fields]).toEqual([
      "invalid",
      { "draft.haul_rates.0.wood_unit_type_id": [expect.stringMatching(words)] },
    ]);
  }
  expect(await room.rows("job")).toHaveLength(before.length);
  const chosen = await send(takes(sawlogs, pulpwood), { wood_unit_type_id: 3 });
  expect(await room.rows("job_haul_rate", `job_id = ${chosen.id}`)).toMatchObject([{ wood_unit_type_id: 3 }]);
});
