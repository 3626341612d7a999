import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeCompany, makeUser } from "#db/factories";
import { company, companyFeatureAccess, companyLocation, companyLocationType, crew } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { getWelcomePage } from "~/modules/dashboard/welcome/data/welcome.server";
import { listPeople } from "~/modules/people/data/people.server";
import { updateUser } from "~/modules/people/data/users.server";
import { getPathWithoutCompany } from "~/modules/people/shared/landing.server";
import { searchCompanies } from "../shared/company-search.server";
import { createCompany, createOnboardingCompany } from "./create-company.server";
import {
  finishOnboarding,
  getOnboarding,
  goToPreviousStage,
  inviteTeam,
  saveOnboardingRoles,
  startCompany,
} from "./onboarding.server";

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
});
/** Date of all actions in these tests; a trial that started earlier is still running on this date. */
const now = () => new Date("2026-11-21T12:00:00.000Z");
const newcomer = async () => {
  const id = await makeUser(db, { password_hash: "set" });
  return { id, person: await actAs(db, id, null, now) };
};
const CONTACT = {
  contact_first_name: "Vera",
  contact_last_name: "Aho",
  contact_phone_number: "(906)555-0100 x12",
};

test("stores onboarding progress and typed values on the server at each stage, forward and back", async () => {
  const { id, person } = await newcomer();
  const landing = () => getPathWithoutCompany(db.read, id);
  expect(await landing()).toBe("/onboarding/join-company");
  await person.call(startCompany, {});
  expect(await landing()).toBe("/onboarding/choose-company-perspective");
  expect((await catchError(person.call(saveOnboardingRoles, {}))).refusal.facts.fields).toEqual({
    roles: ["At least one role must be selected"],
  });
  await person.call(saveOnboardingRoles, { roles: ["is_hauler"] });
  await person.call(goToPreviousStage, {
    from: "create-company",
    name: "Half a na",
    roles: ["is_hauler", "is_mill"],
  });
  expect(await person.call(getOnboarding, {})).toEqual({
    has_trial: true,
    stage: "choose-company-perspective",
    draft: { name: "Half a na", roles: ["is_hauler", "is_mill"] },
    company: null,
  });
  await person.call(saveOnboardingRoles, { roles: ["is_mill"] });
  expect((await person.call(getOnboarding, {})).draft).toEqual({ name: "Half a na", roles: ["is_mill"] });
  expect((await catchError(person.call(goToPreviousStage, { from: "join-company" }))).kind).toBe("notNow");
  await person.call(finishOnboarding, {});
  expect(await landing()).toBe("/onboarding/join-company");
});

test("a new company gets two crews, its founder as admin, and a 30-day trial", async () => {
  const { id, person } = await newcomer();
  const result = await person.call(createOnboardingCompany, {
    name: "Aho Hauling",
    ...CONTACT,
    roles: ["is_hauler"],
    address: "12 Deward Rd",
    city: "Grayling",
    us_state_id: 26,
    certification_type_id: 2,
    license: "SFI-1",
  });
  const [row] = await db.read.select().from(company).where(eq(company.id, result.id));
  expect(row).toMatchObject({
    name: "Aho Hauling",
    is_hauler: true,
    phone: "+19065550100;ext=12",
    contact_first_name: "Vera",
    address: "12 Deward Rd",
    city: "Grayling",
    us_state_id: 26,
    is_professional: false,
  });
  const crews = await db.read.select().from(crew).where(eq(crew.company_id, result.id)).orderBy(crew.id);
  expect(crews.map((c) => [c.name, c.is_primary])).toEqual([
    ["Admins", true],
    ["Crew", false],
  ]);
  const features = await db.read
    .select()
    .from(companyFeatureAccess)
    .where(eq(companyFeatureAccess.company_id, result.id));
  expect(features.map((f) => [f.feature_id, f.is_active, f.expires_at])).toEqual([
    [1, true, "2026-12-21T12:00:00.000Z"],
    [2, true, "2026-12-21T12:00:00.000Z"],
  ]);
  const types = await db.read
    .select()
    .from(companyLocationType)
    .where(eq(companyLocationType.company_id, result.id));
  expect(types.map((t) => t.name)).toEqual(["Yard"]);
  const founder = await actAs(db, id, result.id);
  expect([founder.actor.permissions.is_primary, founder.actor.user?.default_company_id]).toEqual([
    true,
    result.id,
  ]);
});

test("returns a new company's errors by field", async () => {
  const { person } = await newcomer();
  const fieldsOf = async (input: object) =>
    (
      await catchError(
        person.call(createOnboardingCompany, {
          name: "X",
          ...CONTACT,
          roles: ["is_mill"],
          ...input,
        } as never),
      )
    ).refusal.facts.fields;
  expect(await fieldsOf({ name: undefined })).toEqual({ name: ["Company Name is required"] });
  expect(await fieldsOf({ contact_phone_number: undefined })).toEqual({
    contact_phone_number: ["Contact Phone Number is required"],
  });
  expect(await fieldsOf({ roles: [] })).toEqual({ roles: ["At least one role must be selected"] });
  expect(await fieldsOf({ us_state_id: 999 })).toEqual({ us_state_id: ["Choose a state"] });
  expect(await fieldsOf({ license: "1" })).toHaveProperty("certification_type_id");
  expect(await fieldsOf({ certification_type_id: 3, license: "1" })).toHaveProperty("certification_type_id");
});

test("creates the same kind of company by API as by form", async () => {
  const { id, person } = await newcomer();
  const result = await person.call(createCompany, {
    name: "Bay Mills",
    phone: "+19065550123",
    contact: { first_name: "A", last_name: "B", phone_number: "+19065550123" },
    ein: "38-4410072",
    bio: "Pine",
    city: "Brimley",
    us_state_id: 26,
    default_load_amount: 27.5,
    force_drop_off: true,
    is_mill: true,
    location: { latitude: 46.4, longitude: -84.6 },
    certifications: [{ certification_type_id: 1, license: "FSC-1" }],
  });
  expect((await actAs(db, id, result.id)).actor.permissions.is_primary).toBe(true);
  const [row] = await db.read.select().from(company).where(eq(company.id, result.id));
  expect(row).toMatchObject({
    ein: "38-4410072",
    bio: "Pine",
    city: "Brimley",
    us_state_id: 26,
    default_load_amount: 27.5,
    force_drop_off: true,
  });
  const places = await db.read
    .select()
    .from(companyLocation)
    .where(eq(companyLocation.company_id, result.id));
  expect(places).toMatchObject([{ name: "Bay Mills", latitude: 46.4, longitude: -84.6 }]);
});

test("adds all team members or none", async () => {
  const { id, person } = await newcomer();
  const result = await person.call(createOnboardingCompany, {
    name: "Team",
    ...CONTACT,
    roles: ["is_cutter"],
  });
  const founder = await actAs(db, id, result.id);
  const row = (phone_number: string, more = {}) => ({
    first_name: "A",
    last_name: "B",
    phone_number,
    ...more,
  });
  const twice = founder.call(inviteTeam, { people: [row("9065530001"), row("(906)553-0001")] });
  expect((await catchError(twice)).refusal.facts.fields).toHaveProperty("people[1].phone_number");
  expect((await catchError(founder.call(inviteTeam, {}))).kind).toBe("invalid");
  await founder.call(inviteTeam, { people: [row("9065530001"), row("9065530002", { is_admin: true })] });
  const { people } = await founder.call(listPeople, {});
  expect(people.map((p) => p.is_admin).sort()).toEqual([false, true, true]);
  expect((await founder.call(getOnboarding, {})).company).toBeNull();
});

test("the search finds companies by name and type, except those recorded by another company", async () => {
  const mine = await makeCompany(db, { name: "Zebra Timber", is_cutter: true, ein: "12-3456789" });
  const noted = await makeCompany(db, {
    name: "Zebra Woods",
    is_land_owner: true,
    creator_company_id: mine.id,
  });
  const me = await actAs(db, await makeUser(db, {}, [mine.admins]), mine.id);
  const { person } = await newcomer();
  const names = async (who: typeof person, searchTerm: string, type: string[] = []) =>
    (await who.call(searchCompanies, { searchTerm, type })).companies.map((c) => c.name);
  expect(await names(person, "zebra")).toEqual(["Zebra Timber"]);
  expect(await names(me, "zebra", ["is_all"])).toEqual(["Zebra Timber", "Zebra Woods"]);
  expect(await names(me, "zebra", ["is_land_owner"])).toEqual(["Zebra Woods"]);
  expect(await names(person, "100%_")).toEqual([]);
  await makeUser(db, {}, [noted.crew]);
  expect(await names(person, "zebra")).toContain("Zebra Woods");
  expect(JSON.stringify(await person.call(searchCompanies, { searchTerm: "zebra" }))).not.toContain(
    "12-3456789",
  );
});

test("users can set only their own default company, and only to a company of theirs", async () => {
  const { company: own, id } = await (async () => {
    const company = await makeCompany(db);
    return { company: company, id: await makeUser(db, {}, [company.crew]) };
  })();
  const me = await actAs(db, id, own.id);
  const other = await makeUser(db);
  const rival = await makeCompany(db);
  const set = (more: object) =>
    me.call(updateUser, { id, version: 2, default_company_id: own.id, ...more } as never);
  expect((await catchError(set({ id: other }))).kind).toBe("missing");
  expect((await catchError(set({ default_company_id: rival.id }))).kind).toBe("invalid");
  expect((await catchError(set({ version: 3 }))).kind).toBe("stale");
  expect(await set({})).toEqual({ id, version: 2 });
});

test("the welcome page links to people, places and the first job, and shows which of these exist already", async () => {
  const { id, person } = await newcomer();
  const result = await person.call(createOnboardingCompany, {
    name: "Tahquamenon Logging",
    roles: ["is_land_manager"],
    ...CONTACT,
  });
  const founder = await actAs(db, id, Number(result.id), now);
  const steps = async (who: typeof founder) =>
    (await who.call(getWelcomePage, {})).steps.map((s) => [s.title, s.has, s.actions[0]?.href]);
  expect(await steps(founder)).toEqual([
    ["Add your people", null, "/company/people/new"],
    ["Put your places on the map", null, "/company/locations/new"],
    ["Start your first job", null, "/jobs/create"],
  ]);
  const [crewId] = (
    await db.read
      .select({ id: crew.id })
      .from(crew)
      .where(eq(crew.company_id, Number(result.id)))
  )
    .map((c) => c.id)
    .slice(1);
  const mate = await actAs(db, await makeUser(db, {}, [Number(crewId)]), Number(result.id));
  expect((await steps(founder))[0]).toEqual(["Add your people", "1 other person", "/company/people/new"]);
  // An employee who may not manage people isn't offered the step to add people.
  expect((await steps(mate)).map(([title]) => title)).not.toContain("Add your people");
});

test("a user gets one trial, with the first company that they set up", async () => {
  const { id, person } = await newcomer();
  const found = async (who: typeof person, name: string) =>
    Number((await who.call(createOnboardingCompany, { name, roles: ["is_hauler"], ...CONTACT })).id);
  const trials = async (company_id: number) =>
    (await db.read.select().from(companyFeatureAccess).where(eq(companyFeatureAccess.company_id, company_id)))
      .length;
  expect(await person.call(getOnboarding, {})).toMatchObject({ has_trial: true });
  const first = await found(person, "First Trucking");
  expect(await person.call(getOnboarding, {})).toMatchObject({ has_trial: false });
  const second = await found(await actAs(db, id, first), "Second Trucking");
  expect([await trials(first), await trials(second)]).toEqual([2, 0]);
  // A user's later companies get no trial, by form or API; another user's first company does.
  const third = await (await actAs(db, id, first)).call(createCompany, {
    name: "Third Trucking",
    is_hauler: true,
    contact: { first_name: "Vera", last_name: "Aho", phone_number: "(906)555-0100" },
  });
  expect(await trials(Number(third.id))).toBe(0);
  expect(await trials(await found((await newcomer()).person, "Fourth Trucking"))).toBe(2);
});

test("setting up a company asks for its address, never for coordinates", async () => {
  const requests = Object.keys(createOnboardingCompany.input.shape);
  expect(requests).toContain("address");
  expect(requests.filter((name) => /lat|lon|lng|coord/i.test(name))).toEqual([]);
});
