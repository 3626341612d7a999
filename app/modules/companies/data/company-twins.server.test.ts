import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeCompany, makeJob, makeJobCompany, makeUser } from "#db/factories";
import { company } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { findContractors } from "~/modules/jobs/companies/data/adding.server";
import { searchCompanies } from "../shared/company-search.server";
import { createCompany, createOnboardingCompany } from "./create-company.server";
import { editCompany, updateCompany } from "./edit-company.server";

const MICHIGAN = 26;
const IRON_MOUNTAIN = { city: "Iron Mountain", us_state_id: MICHIGAN };
const CONTACT = {
  contact_first_name: "Vera",
  contact_last_name: "Aho",
  contact_phone_number: "(906)555-0100",
};

let db: Database;
let manager: Awaited<ReturnType<typeof actAs>>;
let job_id: number;
let real: number;
beforeAll(async () => {
  db = await openTestDatabase();
  const own = await makeCompany(db, { name: "Superior Managers", is_land_manager: true });
  const adminId = await makeUser(db, { password_hash: "set" }, [own.admins]);
  const values = { ...IRON_MOUNTAIN, is_cutter: true, created_at: "2026-01-05T15:00:00.000Z" };
  const partner = await makeCompany(db, { name: "North Woods Logging", ...values });
  await makeUser(db, { email: "owner@northwoods.test", email_verified_at: "2026-01-06T15:00:00.000Z" }, [
    partner.admins,
  ]);
  job_id = await makeJob(db, own.id);
  await makeJobCompany(db, job_id, partner.id, { is_cutter: true });
  manager = await actAs(db, adminId, own.id);
  real = partner.id;
});

const stranger = async () => actAs(db, await makeUser(db, { password_hash: "set" }), null);
const copy = { name: "NORTH WOODS Logging, Inc.", roles: ["is_cutter" as const], ...CONTACT };
const companies = async () => (await db.read.select({ id: company.id }).from(company)).length;

test.each([
  ["in the same town", IRON_MOUNTAIN],
  ["written another way", { city: "IRON MOUNTAIN", us_state_id: MICHIGAN }],
  ["without a town", { us_state_id: MICHIGAN }],
  ["without a place", {}],
])(
  "creating a company with an existing name %s requires confirmation and writes nothing before it",
  async (_how, place) => {
    const before = await companies();
    const { refusal } = await catchError(
      (await stranger()).call(createOnboardingCompany, { ...copy, ...place }),
    );
    expect(refusal.facts.fields?.create_anyway).toEqual([
      "North Woods Logging in Iron Mountain, MI is already on Timbertally (Logger/Cutter; since Jan 5, 2026; verified email at northwoods.test).",
    ]);
    expect(await companies()).toBe(before);
  },
);

test("creates the company if the town or the name differs, or after confirmation", async () => {
  const person = await stranger();
  await person.call(createOnboardingCompany, { ...copy, city: "Escanaba", us_state_id: MICHIGAN });
  await person.call(createOnboardingCompany, { ...copy, name: "North Woods Hauling", ...IRON_MOUNTAIN });
  const { id } = await person.call(createOnboardingCompany, {
    ...copy,
    ...IRON_MOUNTAIN,
    create_anyway: true,
  });
  await db.batch([
    db.write
      .update(company)
      .set({ is_deleted: true })
      .where(eq(company.id, Number(id)))
      .toSQL(),
  ]);
});

test("the API requires the same confirmation as the form, in the same field", async () => {
  const input = {
    name: "Nörth-Woods & Söns LLC",
    ...IRON_MOUNTAIN,
    is_cutter: true,
    contact: { first_name: "Vera", last_name: "Aho", phone_number: "9065550100" },
  };
  const first = await stranger();
  await first.call(createCompany, input);
  const second = await stranger();
  const again = { ...input, name: "NÖRTH WOODS and SÖNS" };
  expect((await catchError(second.call(createCompany, again))).refusal.facts.fields).toHaveProperty(
    "create_anyway",
  );
  await second.call(createCompany, { ...again, create_anyway: true });
});

test("renaming a company to another company's name requires confirmation", async () => {
  const own = await makeCompany(db, { name: "Copycat Logging", ...IRON_MOUNTAIN, is_cutter: true });
  const admin = await actAs(db, await makeUser(db, { password_hash: "set" }, [own.admins]), own.id);
  const form = { version: 2, name: copy.name, ...IRON_MOUNTAIN, roles: ["is_cutter" as const] };
  expect((await catchError(admin.call(editCompany, form))).refusal.facts.fields).toHaveProperty(
    "save_anyway",
  );
  const call = { id: own.id, version: 2, name: copy.name };
  expect((await catchError(admin.call(updateCompany, call))).refusal.facts.fields).toHaveProperty(
    "save_anyway",
  );
  await admin.call(updateCompany, { ...call, save_anyway: true });
  // A spelling variant of the company's own name needs no confirmation.
  await admin.call(updateCompany, { ...call, version: 3, name: "North Woods Logging Inc" });
});

test("lists partners first among companies of the same name, with details to distinguish them", async () => {
  const twin = await makeCompany(db, { name: "North Woods Logging", ...IRON_MOUNTAIN, is_hauler: true });
  await makeUser(db, { email: "someone@gmail.com", email_verified_at: "2026-09-01T12:00:00.000Z" }, [
    twin.admins,
  ]);
  const { companies: listed } = await manager.call(searchCompanies, { searchTerm: "North Woods Logging" });
  expect(listed.filter((c) => c.name === "North Woods Logging")).toMatchObject([
    { id: real, is_partner: true, jobs_together: 1, verified_email_domain: "northwoods.test" },
    { id: twin.id, is_partner: false, jobs_together: 0, verified_email_domain: null },
  ]);
  const contractors = await manager.call(findContractors, { id: job_id, q: "North Woods Logging" });
  const lines = contractors.companies.filter((c) => [real, twin.id].includes(c.id));
  expect(lines.map((c) => c.line)).toEqual([
    "Iron Mountain, MI · Logger/Cutter · 1 job with you · since Jan 5, 2026 · verified email at northwoods.test",
    expect.stringMatching(/^Iron Mountain, MI · Hauler · since \w+ \d+, \d{4}$/),
  ]);
});
