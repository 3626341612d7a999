import { eq } from "drizzle-orm";
import { beforeAll, expect, test, vi } from "vitest";
import type { z } from "zod";
import type { Database } from "#db/client.server";
import { makeCompany, makeUser } from "#db/factories";
import { crewMember, outboxMessage, user } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { createSignedOutActor } from "~/web/actor.server";
import type { Procedure } from "~/web/procedure";
import { runProcedure } from "~/web/run-procedure.server";
import { addCrew, deleteCrew, listCrews, renameCrew } from "../shared/crews.server";
import { LAST_ADMIN_MESSAGE } from "../shared/employee-steps.server";
import { acceptInvite } from "./accept-invite.server";
import { getInvite, verifyCredentials } from "./accounts.server";
import {
  addEmployee,
  deleteEmployee,
  editEmployee,
  getEmployee,
  getEmployeeToDelete,
  updateEmployee,
} from "./employees.server";
import { renewEmployeeLink } from "./new-links.server";
import { listPeople } from "./people.server";

// Configure the site to send texts; the text service never responds.
vi.hoisted(() => {
  process.env.TEXTER_URL = "http://127.0.0.1:9/texts";
  process.env.TEXTER_SECRET = "a-secret-for-tests-alone-0123456789";
});

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
});

const ask = <I extends z.ZodType, O>(procedure: Procedure<I, O>, input: z.input<I>) =>
  runProcedure(
    procedure,
    { db, actor: createSignedOutActor(null), now: new Date(), address: "127.0.0.1" },
    input,
  );
const GOOD = "norway pine and tamarack";
/** Person with a password; these tests never check it. */
const KNOWN = { password_hash: "set" };

async function scene() {
  const company = await makeCompany(db);
  const adminId = await makeUser(db, KNOWN, [company.admins]);
  return { company, adminId, admin: await actAs(db, adminId, company.id) };
}

let phones = 0;
const newPhone = () => `90655${String(20_000 + ++phones)}`;
const worker = (more = {}) => ({ first_name: "Onni", last_name: "Maki", phone_number: newPhone(), ...more });

async function tokenFor(recipient: string) {
  const [message] = (await db.read.select().from(outboxMessage))
    .filter((m) => m.recipient === recipient)
    .slice(-1);
  return /invite\/([\w-]+)/.exec(message?.body ?? "")?.[1] ?? "";
}

test("adds an employee to the crew at once; the link texted to them sets their password once", async () => {
  const { company, admin } = await scene();
  const input = worker();
  const { user_id } = await admin.call(addEmployee, input);
  const { people } = await admin.call(listPeople, {});
  expect(people.find((p) => p.id === user_id)).toMatchObject({
    is_admin: false,
    crews: ["Drivers"],
    waits: true,
  });
  const token = await tokenFor(`+1${input.phone_number}`);
  expect(await ask(getInvite, { token })).toMatchObject({ user_id });
  expect(await ask(acceptInvite, { token, password: GOOD })).toEqual({ userId: user_id });
  expect(await ask(verifyCredentials, { login: input.phone_number, password: GOOD })).toEqual({
    userId: user_id,
  });
  expect(await ask(getInvite, { token })).toBeNull();
  const target = await actAs(db, user_id, company.id);
  expect(target.actor.company?.id).toBe(company.id);
});

test("an invitation link can't set a password once the person has one or was deleted", async () => {
  const { admin } = await scene();
  const [first, second] = [worker(), worker()];
  const employee = await admin.call(addEmployee, first);
  const two = await admin.call(addEmployee, second);
  const tokens = [await tokenFor(`+1${first.phone_number}`), await tokenFor(`+1${second.phone_number}`)];
  await db.batch([db.write.update(user).set(KNOWN).where(eq(user.id, employee.user_id)).toSQL()]);
  await admin.call(deleteEmployee, { user_id: two.user_id, version: 2 });
  for (const token of tokens) {
    expect(await ask(getInvite, { token })).toBeNull();
    expect((await catchError(ask(acceptInvite, { token, password: GOOD }))).kind).toBe("notNow");
  }
});

test("a new link for an employee invalidates the earlier link", async () => {
  const { admin } = await scene();
  const input = worker();
  const { user_id } = await admin.call(addEmployee, input);
  const old = await tokenFor(`+1${input.phone_number}`);
  const { link } = await admin.call(renewEmployeeLink, { user_id });
  expect(await ask(getInvite, { token: old })).toBeNull();
  expect(await ask(getInvite, { token: link.split("/").at(-1) ?? "" })).toMatchObject({ user_id });
});

test("refuses an email or phone of an existing account for an employee and leaves that account unchanged", async () => {
  const { admin, company } = await scene();
  const victim = await makeUser(db, { email: "victim@maki.test", phone_number: "+19065557777", ...KNOWN });
  for (const [input, field] of [
    [worker({ email: "Victim@Maki.test" }), "email"],
    [worker({ phone_number: "(906)555-7777" }), "phone_number"],
  ] as const)
    expect((await catchError(admin.call(addEmployee, input))).refusal.facts.fields).toHaveProperty(field);
  expect(await db.read.select().from(crewMember).where(eq(crewMember.user_id, victim))).toEqual([]);
  const { user_id } = await admin.call(addEmployee, worker());
  const taken = admin.call(updateEmployee, { user_id, version: 2, email: "victim@maki.test" });
  expect((await catchError(taken)).refusal.facts.fields).toHaveProperty("email");

  const member = await makeUser(db, { first_name: "Own", ...KNOWN }, [company.crew]);
  for (const change of [{ first_name: "Thief" }, { phone_number: newPhone() }, { email: "x@maki.test" }])
    expect(
      Object.keys(
        (await catchError(admin.call(updateEmployee, { user_id: member, version: 2, ...change }))).refusal
          .facts.fields ?? {},
      ),
    ).toEqual(Object.keys(change));
  await admin.call(updateEmployee, { user_id: member, version: 2, is_admin: true });
  expect(await admin.call(getEmployee, { user_id: member })).toMatchObject({
    first_name: "Own",
    is_admin: true,
  });
});

test("creates one person if two admins add the same phone at once", async () => {
  const { admin, company } = await scene();
  const other = await actAs(db, await makeUser(db, KNOWN, [company.admins]), company.id);
  const input = worker();
  const answers = await Promise.allSettled([admin.call(addEmployee, input), other.call(addEmployee, input)]);
  expect(answers.map((a) => a.status).sort()).toEqual(["fulfilled", "rejected"]);
  const rows = await db.read
    .select()
    .from(user)
    .where(eq(user.phone_number, `+1${input.phone_number}`));
  expect(rows).toHaveLength(1);
});

test("keeps the last admin, even if requests run at the same time", async () => {
  const { admin, adminId, company } = await scene();
  const { user_id: waiting } = await admin.call(addEmployee, worker({ is_admin: true }));
  // Somebody who hasn't signed in yet doesn't count as the remaining admin.
  for (const refused of await Promise.all(
    [
      admin.call(deleteEmployee, { user_id: adminId, version: 2 }),
      admin.call(editEmployee, { user_id: adminId, version: 2 }),
    ].map(catchError),
  ))
    expect(refused).toMatchObject({ kind: "notNow", message: LAST_ADMIN_MESSAGE });
  expect((await admin.call(getEmployeeToDelete, { user_id: adminId })).refused).toBe(LAST_ADMIN_MESSAGE);
  expect((await admin.call(getEmployeeToDelete, { user_id: waiting })).refused).toBe(null);
  await admin.call(deleteEmployee, { user_id: waiting, version: 2 });

  const otherId = await makeUser(db, KNOWN, [company.admins]);
  const other = await actAs(db, otherId, company.id);
  const answers = await Promise.allSettled([
    admin.call(updateEmployee, { user_id: otherId, version: 2, is_admin: false }),
    other.call(deleteEmployee, { user_id: adminId, version: 2 }),
  ]);
  expect(answers.filter((a) => a.status === "fulfilled")).toHaveLength(1);
  const left = await db.read.select().from(crewMember).where(eq(crewMember.crew_id, company.admins));
  expect(left).toHaveLength(1);
});

test("only the company's own admins read and change its people", async () => {
  const { admin, company } = await scene();
  const { user_id } = await admin.call(addEmployee, worker());
  const member = await actAs(db, await makeUser(db, KNOWN, [company.crew]), company.id);
  const rival = (await scene()).admin;
  for (const [procedure, input] of [
    [getEmployee, { user_id }],
    [updateEmployee, { user_id, version: 2, is_admin: true }],
    [deleteEmployee, { user_id, version: 2 }],
    [renewEmployeeLink, { user_id }],
  ] as [Procedure, object][]) {
    expect((await catchError(member.call(procedure, input))).kind).toBe("forbidden");
    expect((await catchError(rival.call(procedure, input))).kind).toBe("missing");
  }
  const { kind } = await catchError(rival.call(addEmployee, { ...worker(), company_id: company.id }));
  expect(kind).toBe("missing");
  const theirs = rival.call(addEmployee, { ...worker(), crew_ids: [company.crew] });
  expect((await catchError(theirs)).refusal.facts.fields).toHaveProperty("crew_ids");
  expect((await catchError(admin.call(deleteEmployee, { user_id, version: 3 }))).kind).toBe("stale");
});

test("deleting a person who never signed in frees phone and email; a person with an account keeps both", async () => {
  const { admin, company } = await scene();
  const input = worker({ email: "free@maki.test" });
  const { user_id } = await admin.call(addEmployee, input);
  await admin.call(deleteEmployee, { user_id, version: 2 });
  await admin.call(addEmployee, input);
  const known = await makeUser(db, { email: "keeps@maki.test", ...KNOWN }, [company.crew]);
  await admin.call(deleteEmployee, { user_id: known, version: 2 });
  expect((await db.read.select().from(user).where(eq(user.id, known)))[0]?.email).toBe("keeps@maki.test");
});

test("adds, renames and deletes crews, and moves a deleted crew's people", async () => {
  const { admin, company } = await scene();
  const { crew_id } = await admin.call(addCrew, { name: "Night haul" });
  const taken = admin.call(addCrew, { name: "night HAUL" });
  expect((await catchError(taken)).refusal.facts.fields).toHaveProperty("name");
  await admin.call(renameCrew, { crew_id, name: "Late haul", version: 2 });
  const stale = admin.call(renameCrew, { crew_id, name: "Later haul", version: 2 });
  expect((await catchError(stale)).kind).toBe("stale");
  const { user_id } = await admin.call(addEmployee, { ...worker(), crew_ids: [crew_id] });
  const rival = (await scene()).admin;
  expect((await catchError(rival.call(deleteCrew, { crew_id, version: 3 }))).kind).toBe("missing");
  expect((await catchError(admin.call(deleteCrew, { crew_id, version: 3 }))).kind).toBe("invalid");
  const primary = { crew_id: company.admins, version: 2, to_crew_id: crew_id };
  expect((await catchError(admin.call(deleteCrew, primary))).kind).toBe("notNow");
  await admin.call(deleteCrew, { crew_id, version: 3, to_crew_id: company.crew });
  const { crews } = await admin.call(listCrews, { company_id: company.id });
  expect(crews.map((c) => [c.crew.name, c.crew_member.some((m) => m.user_id === user_id)])).toEqual([
    ["Admins", false],
    ["Crew", true],
  ]);
  const last = { crew_id: company.crew, version: 2, to_crew_id: company.admins };
  expect((await catchError(admin.call(deleteCrew, last))).kind).toBe("notNow");
});

test("saving an untouched form keeps the version, so that its page can show that nothing changed", async () => {
  const { admin } = await scene();
  const input = worker({});
  const { user_id } = await admin.call(addEmployee, input);
  const first_name = "Ida";
  const { version } = await admin.call(updateEmployee, { user_id, version: 2, first_name });
  expect(version).toBe(2);
  expect((await admin.call(updateEmployee, { user_id, version: 3, first_name })).version).toBe(2);
});
