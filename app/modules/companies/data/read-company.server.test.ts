import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeUser } from "#db/factories";
import { crewMemberRequest } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import {
  addEmployeeByApi,
  listEmployees,
  updateEmployeeByApi,
} from "~/modules/people/data/employee-calls.server";
import { readOwnUser, readUser } from "~/modules/people/data/read-user.server";
import { getCompany } from "../shared/company.server";
import { editCompany, getCompanyForm, updateCompany } from "./edit-company.server";
import { listCompanyFeatures, readCompany } from "./read-company.server";

let db: Database;
let h: Harvest;
let me: number;

beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  me = h.ids.manager.id;
});

const read = async (include?: string) =>
  readCompany.output.parse(await h.manager.call(readCompany, { company_id: me, include })).company;

test("a company's contact, load with a decimal and drop-off rule can be edited, shown and read by API", async () => {
  const form = await h.manager.call(getCompanyForm, {});
  await h.manager.call(editCompany, {
    version: form.version + 1,
    name: form.values.name,
    roles: ["is_land_manager"],
    contact_first_name: "Lou",
    contact_last_name: "Beck",
    contact_phone_number: "(231) 555-0142",
    default_load_amount: 30.6,
    force_drop_off: true,
  });
  expect(await h.manager.call(getCompany, {})).toMatchObject({
    contact: "Lou Beck",
    contact_phone: "+12315550142",
    default_load_amount: 30.6,
    force_drop_off: true,
  });
  const company = await read();
  expect(company).toMatchObject({
    contact: { first_name: "Lou", last_name: "Beck", phone_number: "+12315550142" },
    default_load_amount: 30.6,
    force_drop_off: true,
  });
  const { company: changed } = await h.manager.call(updateCompany, {
    id: me,
    version: company.version + 1,
    contact: { first_name: "Ann", phone_number: null },
    force_drop_off: false,
  });
  expect(changed).toMatchObject({
    contact: { first_name: "Ann", last_name: "Beck", phone_number: null },
    default_load_amount: 30.6,
    force_drop_off: false,
  });
});

test("a stale form returns phone numbers in the format that users type", async () => {
  const { version, values } = await h.manager.call(getCompanyForm, {});
  await h.manager.call(updateCompany, { id: me, version: version + 1, phone: "2315555065" });
  const { refusal } = await catchError(
    h.manager.call(editCompany, { version: version + 1, name: values.name, roles: ["is_land_manager"] }),
  );
  expect(refusal.facts.current).toMatchObject({ phone: "(231)555-5065", version: version + 1 });
});

test("includes only the related data that the API client requests", async () => {
  await db.batch([
    db.write
      .insert(crewMemberRequest)
      .values({
        company_id: me,
        user_id: await makeUser(db, { first_name: "Ida" }),
        created_at: "2026-11-01T00:00:00.000Z",
      })
      .toSQL(),
  ]);
  const plain = await read();
  expect(plain.version).toBeGreaterThan(0);
  expect(plain).not.toHaveProperty("crews");
  expect(plain).not.toHaveProperty("employee_count");
  const whole = await read(
    "company_location,crews,crew_member_request,certifications,certification_requests,counts",
  );
  expect(whole.crews?.length).toBeGreaterThan(1);
  expect(whole.crew_member_request).toMatchObject([{ user: { first_name: "Ida" }, accepted_at: null }]);
  expect(whole.employee_count).toBeGreaterThan(0);
  expect((await catchError(read("rates"))).refusal.facts.fields?.include?.[0]).toMatch(/^include knows/);
  expect((await catchError(h.rival.call(readCompany, { company_id: me }))).kind).toBe("missing");
});

test("only admins can read the requests to join the company", async () => {
  const hand = await actAs(db, await makeUser(db, {}, [h.ids.manager.crew]), me);
  const call = (include: string) => hand.call(readCompany, { company_id: me, include });
  expect((await catchError(call("crew_member_request"))).kind).toBe("forbidden");
  expect((await call("crews")).company.crews?.length).toBeGreaterThan(1);
});

test("lists the features of the acting company only", async () => {
  const list = await h.manager.call(listCompanyFeatures, { company_id: me, request_user_company_id: me });
  expect(listCompanyFeatures.output.parse(list).meta.total).toBe(list.company_feature_access.length);
  expect((await catchError(h.rival.call(listCompanyFeatures, { company_id: me }))).kind).toBe("missing");
  const other = { company_id: me, request_user_company_id: h.ids.rival.id };
  expect((await catchError(h.manager.call(listCompanyFeatures, other))).kind).toBe("missing");
});

test("employees can be added, read and changed with their user and crews", async () => {
  const { admins, crew } = h.ids.manager;
  // Keep a second admin with a password in the company, so that the employee is allowed to lose the admin role.
  await makeUser(db, { password_hash: "set" }, [admins]);
  const { user_id } = await h.manager.call(addEmployeeByApi, {
    company_id: me,
    user: { first_name: "Ray", last_name: "Aho", phone_number: "(906) 555-0160" },
    crews: [admins],
  });
  const find = async () => {
    const answer = await h.manager.call(listEmployees, { company_id: me, take: -1 });
    return listEmployees.output.parse(answer).employees.find((e) => e.user.id === user_id);
  };
  const first = await find();
  expect(first).toMatchObject({ user: { phone_number: "+19065550160" }, is_admin: true });
  expect(first?.crews.map((c) => c.id)).toEqual([admins]);
  await h.manager.call(updateEmployeeByApi, {
    company_id: me,
    user_id,
    version: (first?.user.version ?? 0) + 1,
    user: { last_name: "Aho-Beck" },
    crews: [crew],
  });
  expect(await find()).toMatchObject({ user: { last_name: "Aho-Beck" }, is_admin: false });
  expect((await catchError(h.rival.call(listEmployees, { company_id: me }))).kind).toBe("missing");
});

test("accepts an employee's flat fields, but not flat and nested fields together", async () => {
  const flat = { company_id: me, first_name: "Jo", last_name: "May", phone_number: "9065550161" };
  await h.manager.call(addEmployeeByApi, flat);
  const twice = await catchError(h.manager.call(addEmployeeByApi, { ...flat, user: { first_name: "Jo" } }));
  expect(twice.refusal.facts.fields).toHaveProperty("first_name");
  const both = await catchError(
    h.manager.call(addEmployeeByApi, { ...flat, is_admin: true, crews: [h.ids.manager.crew] }),
  );
  expect(both.refusal.facts.fields).toHaveProperty("crews");
  expect((await catchError(h.manager.call(addEmployeeByApi, { company_id: me }))).kind).toBe("invalid");
});

test("users can read only their own account, with companies and crews", async () => {
  const id = h.manager.actor.user?.id ?? 0;
  const account = readOwnUser.output.parse(await h.manager.call(readOwnUser, {})).user;
  expect(account).toMatchObject({ id, companies: [{ id: me }] });
  expect(account.crew_member.map((m) => m.crew.company_id)).toEqual([me]);
  expect((await h.manager.call(readUser, { id })).user).toEqual(account);
  expect((await catchError(h.rival.call(readUser, { id }))).kind).toBe("missing");
});
