import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeCompany, makeUser } from "#db/factories";
import { crew, crewMember, crewPermission, invite } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { PRESETS, type PresetId } from "~/lib/access/crew-presets";
import { listHeldPermissions } from "~/lib/access/rights";
import { inviteTeam } from "~/modules/companies/data/onboarding.server";
import { addCrewFlags } from "~/web/actor.server";
import { addEmployeeByApi } from "../data/employee-calls.server";
import { addEmployee, getEmployeeForm, updateEmployee } from "../data/employees.server";
import { invitePerson } from "../data/invites.server";
import { addCrew } from "./crews.server";
import { acceptJoinRequest, requestToJoin } from "./join-requests.server";

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
});

let people = 0;
const person = () => ({
  first_name: "Aino",
  last_name: "Lahti",
  phone_number: `90655${String(70_000 + ++people)}`,
});
const withEmail = () => ({ ...person(), email: `aino-${people}@work.test` });

async function scene() {
  const company = await makeCompany(db);
  const adminId = await makeUser(db, { password_hash: "set" }, [company.admins]);
  return { company, admin: await actAs(db, adminId, company.id) };
}

async function crewsWith(userId: number) {
  const rows = await db.read
    .select({ id: crew.id, name: crew.name, is_primary: crew.is_primary })
    .from(crewMember)
    .innerJoin(crew, eq(crew.id, crewMember.crew_id))
    .where(eq(crewMember.user_id, userId));
  return (await addCrewFlags(db.read, rows)).map((c) => ({
    id: c.id,
    name: c.name,
    held: listHeldPermissions([c]),
  }));
}
const permissionsFor = (work: PresetId) => [...PRESETS[work].allowed].sort();

test.each<[PresetId, string]>([
  ["driver", "Drivers"],
  ["crew_leader", "Woods crew"],
  ["scale_clerk", "Scale house"],
  ["office", "Crew"],
  ["reader", "Readers"],
])("a new person who is a %s joins %s, with exactly those permissions", async (work, name) => {
  const { admin } = await scene();
  const { user_id } = await admin.call(addEmployee, { ...person(), work });
  const [first, ...others] = await crewsWith(user_id);
  expect([first?.name, others]).toEqual([name, []]);
  expect([...(first?.held ?? [])].sort()).toEqual(permissionsFor(work));
  // A second person with the same work joins the existing crew.
  const next = await admin.call(addEmployee, { ...person(), work });
  expect((await crewsWith(next.user_id))[0]?.id).toBe(first?.id);
});

test("a person without assigned work gets the fewest permissions, however they were added", async () => {
  const { admin, company } = await scene();
  const call = await admin.call(addEmployeeByApi, { company_id: company.id, ...person() });
  const form = await admin.call(addEmployee, person());
  const { user_id } = await admin.call(addEmployee, { ...person(), is_admin: true });
  await admin.call(updateEmployee, { user_id, version: 2, is_admin: false });
  const stranger = await makeUser(db, { password_hash: "set" });
  const { request_id } = await (await actAs(db, stranger, null)).call(requestToJoin, {
    company_id: company.id,
  });
  await admin.call(acceptJoinRequest, { request_id });
  for (const id of [call.user_id, form.user_id, user_id, stranger])
    expect((await crewsWith(id)).map((c) => c.name)).toEqual(["Drivers"]);
  const invited = withEmail();
  await admin.call(invitePerson, invited);
  const [row] = await db.read
    .select({ name: crew.name })
    .from(invite)
    .innerJoin(crew, eq(crew.id, invite.crew_id))
    .where(eq(invite.email, invited.email));
  expect(row?.name).toBe("Drivers");
});

test("a team with several kinds of work creates each crew once", async () => {
  const { admin, company } = await scene();
  const team = [
    { ...person(), work: "driver" as const },
    { ...person(), work: "scale_clerk" as const },
    person(),
    { ...person(), is_admin: true },
  ];
  await admin.call(inviteTeam, { people: team });
  const names = await db.read.select({ name: crew.name }).from(crew).where(eq(crew.company_id, company.id));
  expect(names.map((c) => c.name)).toEqual(["Admins", "Crew", "Drivers", "Scale house"]);
});

test("named crews override the work, and a crew with other permissions isn't used for the work", async () => {
  const { admin, company } = await scene();
  const { crew_id } = await admin.call(addCrew, { name: "Drivers", preset: "reader" });
  const named = await admin.call(addEmployee, { ...person(), work: "driver", crew_ids: [company.crew] });
  expect((await crewsWith(named.user_id)).map((c) => c.id)).toEqual([company.crew]);
  const { user_id } = await admin.call(addEmployee, { ...person(), work: "driver" });
  expect((await crewsWith(user_id)).map((c) => c.name)).toEqual(["Drivers 2"]);
  const { crews, works } = await admin.call(getEmployeeForm, {});
  expect(works).toHaveLength(5);
  expect(crews.find((c) => c.id === crew_id)?.hint).toBe(`Reader: ${PRESETS.reader.hint}`);
});

test("a person who may not add crews assigns only work with an existing crew, within their own permissions", async () => {
  const { admin, company } = await scene();
  const { crew_id } = await admin.call(addCrew, { name: "Night haul", preset: "driver" });
  const leaders = await admin.call(addCrew, { name: "Leaders", preset: "crew_leader" });
  await db.batch([
    db.write
      .update(crewPermission)
      .set({ can_create: true })
      .where(eq(crewPermission.crew_id, leaders.crew_id))
      .toSQL(),
    db.write.update(crewPermission).set({ can_create: false }).where(eq(crewPermission.entity_id, 2)).toSQL(),
  ]);
  const leaderId = await makeUser(db, { password_hash: "set" }, [leaders.crew_id]);
  const leader = await actAs(db, leaderId, company.id);
  expect((await leader.call(getEmployeeForm, {})).works).toEqual(["driver"]);
  const { user_id } = await leader.call(addEmployee, person());
  expect((await crewsWith(user_id)).map((c) => c.id)).toEqual([crew_id]);
  const refused = await catchError(leader.call(addEmployee, { ...person(), work: "office" }));
  expect(refused.refusal.facts.fields).toHaveProperty("work");
});
