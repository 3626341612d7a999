import { readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { and, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRandom, type Random } from "#db/random";
import { auditEntry, job, jobCompany, jobFile } from "#db/schema";
import { addJobHistory } from "#db/testing/job-history";
import { readUpload } from "~/lib/files/upload.server";
import { addJobComment } from "~/modules/comments/data/job-comments.server";
import { addJobFile, removeJobFile } from "~/modules/files/data/job-files.server";
import { addLanding } from "~/modules/inventory/data/landing-form.server";
import { addJobCompany } from "~/modules/jobs/companies/data/adding.server";
import { setContract } from "~/modules/jobs/companies/data/contracts.server";
import { removeJobCompany } from "~/modules/jobs/companies/data/removal.server";
import { updateJobLocation } from "~/modules/jobs/data/location.server";
import { addJobProduct } from "~/modules/jobs/data/products.server";
import { createJob, createJobFromDraft } from "~/modules/jobs/setup/data/create-job.server";
import {
  createSetupHarness,
  SETUP_OVERVIEW,
  type SetupHarness,
} from "~/modules/jobs/setup/testing/setup-room.server";
import { deleteJob, setJobStatus, updateJob } from "~/modules/jobs/shared/update.server";
import { importJobShape, updateJobShape } from "~/modules/maps/data/shape.server";
import { addRoad } from "~/modules/maps/roads/data/roads.server";
import { createTicket } from "~/modules/trip-tickets/create/data/create.server";
import { env } from "~/web/env.server";
import { AppError } from "~/web/refusal";
import { formatStoredValue, RECORDED_COLUMNS } from "./columns.server";
import { verifyHistory } from "./verify.server";

/** Rebuild every job from its history after random changes, to find code that writes the table without recording. */
let room: SetupHarness;
beforeAll(async () => {
  room = await createSetupHarness();
  await addJobHistory(room.db);
});
afterAll(() => rm(env().FILES_DIR, { recursive: true, force: true }));

async function upload(field: string, name: string, bytes: string) {
  const form = new FormData();
  form.set(field, new File([bytes], name));
  const sent = await readUpload(new Request("http://x.test/", { method: "POST", body: form }), field, 10);
  return { key: String(sent.form.get(field)), dispose: sent.dispose };
}

const SQUARE = "44.66, -84.72\n44.66, -84.715\n44.6636, -84.715\n44.6636, -84.72";
const areasFile = (r: Random) => {
  const n = (44 + r.next()).toFixed(4);
  const ring = `[[-84.72,${n}],[-84.715,${n}],[-84.715,46],[-84.72,${n}]]`;
  return `{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[${ring}]}}`;
};

/** Every kind of action on a job, each with random input; a rejected action changes nothing. */
function acts(r: Random, id: number, version: number): Record<string, () => Promise<unknown>> {
  const { call } = room.manager;
  const named = { id, version: version + 1 };
  const word = () => r.pick(["", "A", "B 2", "Größe", "27"]);
  const company_id = r.pick([room.crew.id, room.hauler.id, room.rival.id]);
  return {
    updateJob: () =>
      call(updateJob, {
        ...named,
        ...(r.chance(0.5) ? { name: `Tract ${r.between(1, 9)}` } : {}),
        ...(r.chance(0.5) ? { contract_number: r.pick([null, word()]) } : {}),
        ...(r.chance(0.5) ? { start_date: r.pick(["2026-11-01", "2026-12-01"]) } : {}),
        ...(r.chance(0.5) ? { end_date: r.pick([null, "2027-11-30"]) } : {}),
        ...(r.chance(0.3) ? { township: "T27N", range: r.pick(["R2W", "r3w"]), section: "9" } : {}),
        ...(r.chance(0.3) ? { harvest_notification_number: word(), log_brand: word() } : {}),
      }),
    setJobStatus: () => call(setJobStatus, { ...named, job_status_id: r.between(1, 2) }),
    updateJobLocation: () =>
      call(updateJobLocation, {
        ...named,
        ...r.pick([
          { us_state_id: 26, us_county_id: 26039, township: "T26N", range: "R3W", section: "12" },
          { us_state_id: 26, us_county_id: 26041 },
          { us_state_id: 13, us_county_id: 13001, township: "Land lot 3" },
          {
            us_state_id: 41,
            us_county_id: 41039,
            plss_meridian_code: "33",
            township: "T18S",
            range: "R1E",
            section: "9",
          },
        ]),
        ...(r.chance(0.5) ? { latitude: 44 + r.next(), longitude: -84 - r.next() } : {}),
        ...(r.chance(0.2) ? { latitude: null, longitude: null } : {}),
      }),
    updateJobShape: () =>
      call(updateJobShape, {
        ...named,
        ...r.pick([
          { location_method: "pin" as const, coordinates: `44.${r.between(10, 99)}, -84.5` },
          { location_method: "draw" as const, areas: SQUARE },
          { location_method: "draw" as const, areas: SQUARE.replace("44.66,", `44.6${r.between(0, 5)},`) },
          { location_method: "skip" as const },
        ]),
      }),
    importJobShape: async () => {
      const { key, dispose } = await upload("areas_file", "areas.geojson", areasFile(r));
      return call(importJobShape, { ...named, areas_file: key, save_anyway: true }).finally(dispose);
    },
    addJobFile: async () => {
      const { key, dispose } = await upload("file", "map.pdf", "%PDF-1.7\n%%EOF");
      return call(addJobFile, { job_id: id, file: key, is_plan_map: r.chance(0.7) }).finally(dispose);
    },
    removeJobFile: async () => {
      const files = await room.db.read.select().from(jobFile).where(eq(jobFile.job_id, id));
      const file = files.length ? r.pick(files) : null;
      return file && call(removeJobFile, { job_id: id, file_id: file.id, version: file.version + 1 });
    },
    addJobCompany: () =>
      call(addJobCompany, { job_id: id, company_id, roles: [r.pick(["is_cutter", "is_hauler"] as const)] }),
    removeJobCompany: async () => {
      const places = await room.db.read.select().from(jobCompany).where(eq(jobCompany.job_id, id));
      const place = places.length ? r.pick(places) : null;
      const version = (place?.version ?? 0) + 1;
      return place && call(removeJobCompany, { job_id: id, company_id: place.company_id, version });
    },
    setContract: () =>
      call(setContract, { job_id: id, company_id, role: "haul", contract_name: word(), version: 2 }),
    addJobProduct: () =>
      call(addJobProduct, { job_id: id, product_type_id: 1, wood_species_id: r.pick([125, 746]) }),
    addRoad: () => call(addRoad, { job_id: id, road_type_id: 1, name: word() }),
    addLanding: () => call(addLanding, { job_id: id, name: word() }),
    addJobComment: () => call(addJobComment, { job_id: id, content: "Soft after rain." }),
    createTicket: () => call(createTicket, { job_id: id, job_destination_id: 1, product: "5-746-0" }),
    createJob: () =>
      call(createJob, {
        request_user_company_id: room.me.id,
        draft: { ...SETUP_OVERVIEW, name: `Made ${r.between(1, 99)}` },
      }),
    deleteJob: async () => r.chance(0.1) && call(deleteJob, named),
  };
}

/** Values of columns that were never set. */
const UNTOUCHED: Record<string, unknown> = { has_plan_map: false, is_deleted: false, job_status_id: 1 };

/** Collect all values recorded in a job's history, without their wording. */
async function recorded(id: number) {
  const entries = await room.db.read
    .select({ activity: auditEntry.activity, details: auditEntry.details })
    .from(auditEntry)
    .where(and(eq(auditEntry.job_id, id), isNull(auditEntry.trip_ticket_id)))
    .orderBy(auditEntry.seq);
  const rows = entries.map(({ activity, details }) =>
    activity === "job_deleted" ? { is_deleted: true } : details.row,
  );
  return Object.assign({}, ...rows) as Record<string, unknown>;
}

const done = new Set<string>();
const FRESH = Array.from({ length: 3 }, () => Math.floor(Math.random() * 2 ** 31));
/** Use fewer seeds on sqld, where each action takes three times as long: the rule doesn't depend on the database server. */
const ON_FILE = process.env.TEST_TRANSPORT !== "sqld";

test.each(ON_FILE ? [1, 2, 3, 4, ...FRESH] : [1, ...FRESH.slice(0, 1)])(
  "each job matches its history after random actions of every kind (seed %i)",
  { timeout: 240_000 },
  async (seed) => {
    const r = createRandom(seed);
    await room.forget();
    await room.whole();
    const { id } = await room.manager.call(createJobFromDraft, { version: await room.versionNow() });
    for (let n = 0; n < 60; n++) {
      const jobs = await room.db.read.select().from(job);
      const item = r.chance(0.8) ? (jobs.find((j) => j.id === Number(id)) ?? jobs[0]) : r.pick(jobs);
      const [name, act] = r.pick(Object.entries(acts(r, item?.id ?? 0, item?.version ?? 0)));
      const failure = await act().then(
        () => null,
        (error: unknown) => error,
      );
      if (failure === null) done.add(name);
      else if (!(failure instanceof AppError)) throw failure;
    }
    expect((await verifyHistory(room.db.read)).broken).toEqual([]);
    for (const row of await room.db.read.select().from(job)) {
      const result = await recorded(row.id);
      for (const column of RECORDED_COLUMNS.job)
        expect([row.id, column, result[column] ?? UNTOUCHED[column] ?? null]).toEqual([
          row.id,
          column,
          formatStoredValue(column, row[column]),
        ]);
    }
  },
);

test("the random actions include every procedure that writes a job's row, and no other code writes it", () => {
  const writing = [
    "updateJob",
    "setJobStatus",
    "updateJobLocation",
    "updateJobShape",
    "importJobShape",
    "addJobFile",
    "removeJobFile",
    "removeJobCompany",
    "createJob",
    "deleteJob",
  ];
  if (ON_FILE) expect(writing.filter((name) => !done.has(name))).toEqual([]);
  const app = fileURLToPath(new URL("../../../", import.meta.url));
  const writers = readdirSync(app, { recursive: true, encoding: "utf8" })
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path) && !/(^|\/)testing\//.test(path))
    .filter((path) =>
      /\.(update|insert)\(job\)|(UPDATE|INTO) job\b/.test(readFileSync(join(app, path), "utf8")),
    );
  expect(writers.sort()).toEqual([
    "modules/files/data/job-files.server.ts",
    "modules/jobs/companies/data/adding.server.ts",
    "modules/jobs/companies/data/removal.server.ts",
    "modules/jobs/setup/data/job-steps.server.ts",
    "modules/jobs/shared/authorize.server.ts",
    // A separate test checks samples against their history.
    "modules/jobs/shared/sample.server.ts",
    "modules/jobs/shared/update.server.ts",
    "modules/rates/shared/payer-consent.server.ts",
    "modules/rates/shared/rate-steps.server.ts",
  ]);
});
