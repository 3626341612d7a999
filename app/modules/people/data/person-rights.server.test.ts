import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeCompany, makeUser } from "#db/factories";
import { actAs } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { RIGHT_IDS, RIGHTS, type RightId } from "~/lib/access/rights";
import { getCrewPermissions, saveCrewPermissions } from "~/modules/companies/data/permissions.server";
import { addCrew } from "../shared/crews.server";
import { getEmployee } from "./employees.server";
import { getPerson } from "./people-seen.server";

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
});

/** Set up a company with a driver who is also in a read-only crew, a clerk who may see people, and an admin. */
async function scene() {
  const [company, other] = [await makeCompany(db), await makeCompany(db)];
  const adminId = await makeUser(db, {}, [company.admins]);
  const admin = await actAs(db, adminId, company.id);
  const make = async (name: string, preset: "driver" | "reader" | "scale_clerk") =>
    (await admin.call(addCrew, { name, preset })).crew_id;
  const [haul, watch, scale] = [
    await make("Haul", "driver"),
    await make("Watch", "reader"),
    await make("Scale", "scale_clerk"),
  ];
  // The driver is also an admin at another company, which must not show here.
  const otto = await makeUser(db, {}, [haul, watch, other.admins]);
  const clerk = await actAs(db, await makeUser(db, {}, [scale]), company.id);
  return { company, admin, adminId, haul, scale, otto, clerk };
}

test("a person's page shows their rights at this company and the crews that grant them", async () => {
  const { admin, otto, clerk } = await scene();
  const employee = await admin.call(getEmployee, { user_id: otto });
  const person = await clerk.call(getPerson, { id: otto });
  expect(person.rights).toEqual(employee.rights);
  const from = (id: RightId) => employee.rights?.can.find((r) => r.id === id)?.from;
  expect([from("see_work"), from("change_loads"), from("see_people"), from("see_prices")]).toEqual([
    ["Haul", "Watch"],
    ["Haul"],
    ["Watch"],
    undefined,
  ]);
  expect(employee.rights?.cannot).toContain(RIGHTS.see_prices.words);
  expect(employee.rights).toMatchObject({ is_admin: false, crews: ["Haul", "Watch"] });
});

test("an admin has every right, and a person's only crew isn't repeated on each line", async () => {
  const { admin, adminId, haul } = await scene();
  const { rights } = await admin.call(getPerson, { id: adminId });
  expect(rights).toMatchObject({ is_admin: true, cannot: [] });
  expect(rights?.can.map((r) => r.id)).toEqual(RIGHT_IDS);
  const driver = await makeUser(db, {}, [haul]);
  const item = (await admin.call(getEmployee, { user_id: driver })).rights;
  expect(item).toMatchObject({ crews: ["Haul"], is_admin: false });
  expect(item?.can.flatMap((r) => r.from)).toEqual([]);
});

test("hides rights from readers without permission to see people, and crew names without permission to see crews", async () => {
  const { admin, company, haul, scale, otto, clerk } = await scene();
  const driverId = await makeUser(db, {}, [haul]);
  const driver = await actAs(db, driverId, company.id);
  expect((await driver.call(getPerson, { id: driverId })).rights).toBeNull();

  const { crew } = await admin.call(getCrewPermissions, { crew_id: scale });
  const version = (crew?.version ?? 0) + 1;
  await admin.call(saveCrewPermissions, { crew_id: scale, version, allowed: ["crew_member.read"] });
  const again = await actAs(db, clerk.actor.user?.id ?? 0, company.id);
  const { rights } = await again.call(getPerson, { id: otto });
  expect(rights?.can.length).toBeGreaterThan(0);
  expect(JSON.stringify(rights)).not.toMatch(/Haul|Watch/);
});

test("shows no rights of a colleague who belongs only to another company", async () => {
  const [here, there] = [await makeCompany(db), await makeCompany(db)];
  const both = await actAs(db, await makeUser(db, {}, [here.admins, there.crew]), here.id);
  const away = await makeUser(db, {}, [there.crew]);
  const person = await both.call(getPerson, { id: away });
  expect([person.crews.length, person.rights]).toEqual([1, null]);
});
