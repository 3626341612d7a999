import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeCompany, makeUser } from "#db/factories";
import { company } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { COMPANY_ROLE_REQUIRED_MESSAGE } from "../rules/company-fields";
import { searchCompanies } from "../shared/company-search.server";
import { createLandOwner, listLandOwners } from "../shared/land-owners.server";
import { getCompanyProfile } from "../shared/public-face.server";
import { editCompany, getCompanyForm, updateCompany } from "./edit-company.server";

let db: Database;
type Person = Awaited<ReturnType<typeof actAs>>;
let office: Person;
let rival: Person;
let ours: number;

beforeAll(async () => {
  db = await openTestDatabase();
  const member = async (name: string, roles: object) => {
    const company = await makeCompany(db, { name, ...roles });
    const person = await actAs(db, await makeUser(db, {}, [company.admins]), company.id);
    return { company: company, person };
  };
  const a = await member("Au Gres Timber 100%", {
    is_land_manager: true,
    ein: "38-1111111",
    phone: "+19065550100",
  });
  const b = await member("Rifle River Mill", { is_mill: true });
  [office, rival, ours] = [a.person, b.person, a.company.id];
});

const found = async (who: Person, input: object) =>
  (await who.call(searchCompanies, input)).companies.map((c) => c.name);

describe("editing a company", () => {
  const form = async () => {
    const { version, values, roles } = await office.call(getCompanyForm, {});
    return {
      version: version + 1,
      name: values.name,
      roles: roles.filter((r) => r.has).map((r) => r.flag),
      ein: values.ein,
      phone: values.phone,
    };
  };

  test("saves only the changed fields of a company, and increments the version", async () => {
    const before = await form();
    await office.call(editCompany, { ...before, bio: "Since 1954", roles: ["is_land_manager", "is_cutter"] });
    const after = await office.call(getCompanyForm, {});
    expect([after.version, after.values.bio]).toEqual([before.version, "Since 1954"]);
    expect(after.roles.filter((r) => r.has).map((r) => r.flag)).toEqual(["is_land_manager", "is_cutter"]);
  });

  test("writes nothing when nothing changed, and tells the user so", async () => {
    const { version } = await office.call(getCompanyForm, {});
    expect(await office.call(editCompany, await form())).toMatchObject({ is_changed: false });
    expect((await office.call(getCompanyForm, {})).version).toBe(version);
  });

  test("returns the saved values when someone else saved first", async () => {
    const mine = await form();
    await office.call(editCompany, { ...mine, city: "Gaylord" });
    const { kind, refusal } = await catchError(office.call(editCompany, { ...mine, city: "Alpena" }));
    expect([kind, refusal.facts.current]).toEqual(["stale", expect.objectContaining({ city: "Gaylord" })]);
  });

  test("a company requires at least one role, by form and by API", async () => {
    const none = await catchError(office.call(editCompany, { ...(await form()), roles: [] }));
    expect(none.refusal.facts.fields?.roles).toEqual([COMPANY_ROLE_REQUIRED_MESSAGE]);
    const { version } = await form();
    const off = { is_land_manager: false, is_cutter: false };
    const api = await catchError(office.call(updateCompany, { id: ours, version, ...off }));
    expect(api.refusal.facts.fields?.roles).toEqual([COMPANY_ROLE_REQUIRED_MESSAGE]);
  });

  test("the API changes only the sent fields, and never another company", async () => {
    const { version } = await form();
    const answer = await office.call(updateCompany, {
      id: ours,
      version,
      default_load_amount: 0,
      is_hauler: true,
    });
    expect(answer.company).toMatchObject({
      version,
      default_load_amount: null,
      is_hauler: true,
      city: "Gaylord",
    });
    expect(
      (await catchError(rival.call(updateCompany, { id: ours, version: version + 1, bio: "x" }))).kind,
    ).toBe("missing");
    expect(
      (await catchError(office.call(updateCompany, { id: ours, version: version + 1, us_state_id: 3 }))).kind,
    ).toBe("invalid");
  });
});

test("a company's public profile shows only its name, place, roles and certificates", async () => {
  const face = await rival.call(getCompanyProfile, { id: ours });
  const known = ["certifications", "contact", "id", "logo_url", "name", "place", "roles"];
  expect([Object.keys(face).sort(), face.contact]).toEqual([known, null]);
  expect(JSON.stringify(face)).not.toMatch(/38-1111111|9065550100/);
});

test("a company's contact is shown only to companies that work on a job with it", async () => {
  const h = await makeHarvest(db);
  const { hauler, second, job } = h.ids;
  const contact = {
    contact_first_name: "Jim",
    contact_last_name: "Aho",
    contact_phone_number: "+19065550188",
  };
  for (const { id } of [hauler, second])
    await db.batch([db.write.update(company).set(contact).where(eq(company.id, id)).toSQL()]);
  const contactFor = async (who: Person, id: number) => (await who.call(getCompanyProfile, { id })).contact;
  const shown = { name: "Jim Aho", phone: "(906)555-0188", phone_number: "+19065550188" };
  expect(await contactFor(h.manager, hauler.id)).toEqual(shown);
  expect(await contactFor(h.logger, hauler.id)).toEqual(shown);
  expect(await contactFor(h.rival, hauler.id)).toBe(null);
  // A company invited to a job that hasn't accepted isn't a partner yet.
  await db.batch([
    {
      sql: "UPDATE job_company SET accepted_at = NULL WHERE job_id = ? AND company_id = ?",
      params: [job, second.id],
    },
  ]);
  expect(await contactFor(h.manager, second.id)).toBe(null);
});

describe("searching companies", () => {
  test("company search matches any part of the name, ignoring case, with LIKE wildcards taken literally", async () => {
    expect(await found(rival, { searchTerm: "gres tim" })).toEqual(["Au Gres Timber 100%"]);
    expect(await found(rival, { searchTerm: "100%" })).toEqual(["Au Gres Timber 100%"]);
    expect(await found(rival, { searchTerm: "%" })).toEqual(["Au Gres Timber 100%"]);
    expect(await found(rival, { searchTerm: "_" })).toEqual([]);
  });

  test("company search filters by role; is_all turns the filter off", async () => {
    expect(await found(office, { type: ["is_mill"] })).toEqual(["Rifle River Mill"]);
    expect(await found(office, { type: ["is_all"], searchTerm: "r" })).toHaveLength(2);
    expect((await catchError(office.call(searchCompanies, { type: ["is_admin"] }))).kind).toBe("invalid");
  });
});

describe("land owners", () => {
  const owner = {
    name: "Koski Estate",
    contact_first_name: "Ada",
    contact_last_name: "Koski",
    contact_phone_number: "(906)555-0177",
  };

  test("land owners are visible only to the company that recorded them", async () => {
    const { id } = await office.call(createLandOwner, owner);
    const mine = await office.call(listLandOwners, {});
    expect(mine.land_owners).toMatchObject([{ name: "Koski Estate", contact_phone_number: "+19065550177" }]);
    expect((await rival.call(listLandOwners, {})).land_owners).toEqual([]);
    expect(await found(rival, { searchTerm: "koski" })).toEqual([]);
    expect(await found(office, { searchTerm: "koski" })).toEqual(["Koski Estate"]);
    expect((await catchError(rival.call(getCompanyProfile, { id }))).kind).toBe("missing");
    expect((await office.call(getCompanyProfile, { id })).name).toBe("Koski Estate");
  });

  test("land owners must have unique names within a company, ignoring case", async () => {
    const again = await catchError(office.call(createLandOwner, { ...owner, name: "KOSKI estate" }));
    expect(again.refusal.facts.fields?.name).toBeDefined();
    await rival.call(createLandOwner, owner);
  });

  test.each([
    ["name", "Land Owner Name is required"],
    ["contact_first_name", "Contact First Name is required"],
    ["contact_last_name", "Contact Last Name is required"],
    ["contact_phone_number", "Contact Phone Number is required"],
  ])("a land owner requires %s", async (field, message) => {
    const { refusal } = await catchError(office.call(createLandOwner, { ...owner, [field]: " " }));
    expect(refusal.facts.fields?.[field]?.[0]).toBe(message);
  });
});
