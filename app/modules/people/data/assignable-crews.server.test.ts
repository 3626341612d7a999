import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { z } from "zod";
import type { Database } from "#db/client.server";
import { makeCompany, makeUser } from "#db/factories";
import { crew, crewMember, crewPermission, invite, outboxMessage, user } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { ENTITIES, type Flags } from "~/lib/access/crew-permissions";
import {
  getCrewPermissions,
  saveCrewPermissions,
  updatePermission,
} from "~/modules/companies/data/permissions.server";
import { createSignedOutActor } from "~/web/actor.server";
import type { Procedure } from "~/web/procedure";
import { runProcedure } from "~/web/run-procedure.server";
import { addCrew, deleteCrew, getCrewToDelete, listCrews, renameCrew } from "../shared/crews.server";
import { answerJoinRequest, requestToJoin } from "../shared/join-requests.server";
import { acceptInvite } from "./accept-invite.server";
import { getInvite } from "./accounts.server";
import { addEmployee, deleteEmployee, getEmployee, updateEmployee } from "./employees.server";
import { getInviteForm, invitePerson, revokeInvite } from "./invites.server";
import { renewEmployeeLink, renewInvite } from "./new-links.server";
import { listPeople } from "./people.server";

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
});

const anybody = <I extends z.ZodType, O>(procedure: Procedure<I, O>, input: z.input<I>) =>
  runProcedure(
    procedure,
    { db, actor: createSignedOutActor(null), now: new Date(), address: "127.0.0.1" },
    input,
  );
const PASSWORD = "norway pine and tamarack";
const KNOWN = { password_hash: "set" };
const EVERY: Flags = { create: true, read: true, update: true, delete: true };
const READ: Flags = { create: false, read: true, update: false, delete: false };

let serial = 0;
const guest = () => {
  serial += 1;
  return { first_name: "Ivy", last_name: "Koski", email: `ivy-${serial}@koski.test` };
};
const worker = () => ({ ...guest(), phone_number: `90655${String(30_000 + ++serial)}` });

async function tokenOf(recipient: string) {
  const mails = await db.read.select().from(outboxMessage).where(eq(outboxMessage.recipient, recipient));
  return /invite\/([\w-]+)/.exec(mails.at(-1)?.body ?? "")?.[1] ?? "";
}

/** Set a crew's permissions for the given entities; entities not given keep those of a new crew. */
async function set(crewId: number, flags: Partial<Record<string, Flags>>) {
  for (const [name, f] of Object.entries(flags)) {
    if (!f) continue;
    const entity_id = ENTITIES.indexOf(name as "crew") + 1;
    const values = { can_create: f.create, can_read: f.read, can_update: f.update, can_delete: f.delete };
    await db.batch([
      db.write
        .insert(crewPermission)
        .values({ crew_id: crewId, entity_id, ...values })
        .onConflictDoUpdate({ target: [crewPermission.crew_id, crewPermission.entity_id], set: values })
        .toSQL(),
    ]);
  }
}

/**
 * Set up a company with an admin, a foreman whose crew may manage people and crews, a crew of drivers, and a crew with
 * more permissions than the foreman's.
 */
async function scene() {
  const company = await makeCompany(db);
  const adminId = await makeUser(db, KNOWN, [company.admins]);
  const admin = await actAs(db, adminId, company.id);
  const { crew_id: foremen } = await admin.call(addCrew, { name: "Foremen" });
  const { crew_id: drivers } = await admin.call(addCrew, { name: "Drivers" });
  await set(company.crew, { road: EVERY });
  await set(foremen, { crew: EVERY, crew_member: EVERY, road: READ });
  await set(drivers, { road: READ });
  const foremanId = await makeUser(db, KNOWN, [foremen]);
  const foreman = await actAs(db, foremanId, company.id);
  const driverId = await makeUser(db, KNOWN, [drivers]);
  return { company, admin, adminId, foreman, foremanId, foremen, drivers, driverId };
}

const versionOf = async (id: number) =>
  ((await db.read.select({ v: user.version }).from(user).where(eq(user.id, id)))[0]?.v ?? 0) + 1;
const membersOf = (crewId: number) =>
  db.read.select({ id: crewMember.user_id }).from(crewMember).where(eq(crewMember.crew_id, crewId));

test("moves an invited person to the crew that replaces the deleted one", async () => {
  const company = await makeCompany(db);
  const admin = await actAs(db, await makeUser(db, KNOWN, [company.admins]), company.id);
  const { crew_id: night } = await admin.call(addCrew, { name: "Night" });
  await set(night, { trip_ticket: { ...READ, read: false } });
  const ivy = guest();
  await admin.call(invitePerson, { ...ivy, crew_id: company.crew });
  await admin.call(deleteCrew, { crew_id: company.crew, version: 2, to_crew_id: night });

  const { userId } = await anybody(acceptInvite, {
    token: await tokenOf(ivy.email),
    email: ivy.email,
    password: PASSWORD,
  });
  expect((await membersOf(night)).map((m) => m.id)).toContain(userId);
  expect(await membersOf(company.crew)).toEqual([]);
  const { actor } = await actAs(db, Number(userId), company.id);
  expect(actor.permissions.trip_ticket.read).toBe(false);
});

test("membership of a deleted crew gives no access to the company, and nobody can be added to a deleted crew", async () => {
  const { company, admin, foremanId, drivers, driverId } = await scene();
  await admin.call(deleteCrew, { crew_id: drivers, version: 2, to_crew_id: company.crew });
  const join = db.write
    .insert(crewMember)
    .values({ crew_id: drivers, user_id: foremanId, created_at: new Date().toISOString() })
    .toSQL();
  await expect(db.batch([join])).rejects.toThrow(/this crew was deleted/);
  // Imitate data from before crews lost their members on deletion: the crew is deleted, its members stay.
  await db.batch([db.write.update(crew).set({ is_deleted: true }).where(eq(crew.id, company.crew)).toSQL()]);
  expect((await actAs(db, driverId, company.id)).actor.company).toBeNull();
  const people = (await admin.call(listPeople, {})).people.map((p) => p.id);
  expect(people).not.toContain(driverId);
  expect((await catchError(admin.call(getEmployee, { user_id: driverId }))).kind).toBe("missing");
});

test("nobody can accept an invitation into a deleted crew", async () => {
  const { company, admin, drivers } = await scene();
  const ivy = guest();
  await admin.call(invitePerson, { ...ivy, crew_id: drivers });
  const token = await tokenOf(ivy.email);
  expect((await admin.call(getInviteForm, {})).crews.map((c) => c.id)).toContain(drivers);
  // Imitate data from an earlier version: the crew is deleted and the invitation still names it.
  await db.batch([db.write.update(crew).set({ is_deleted: true }).where(eq(crew.id, drivers)).toSQL()]);
  expect(await anybody(getInvite, { token })).toBeNull();
  const accepted = anybody(acceptInvite, { token, email: ivy.email, password: PASSWORD });
  expect((await catchError(accepted)).kind).toBe("notNow");
  await admin.call(invitePerson, { ...guest(), crew_id: company.crew });
  const gone = admin.call(invitePerson, { ...guest(), crew_id: drivers });
  expect((await catchError(gone)).refusal.facts.fields).toHaveProperty("crew_ids");
});

test("a foreman with permission to manage people manages only crews whose permissions don't exceed the foreman's", async () => {
  const { company, foreman, drivers, foremen, driverId } = await scene();
  expect((await foreman.call(getInviteForm, {})).crews.some((c) => c.is_primary)).toBe(false);
  const offered = (await foreman.call(getInviteForm, {})).crews.map((c) => c.id);
  expect(offered.sort()).toEqual([foremen, drivers].sort());
  const { user_id } = await foreman.call(addEmployee, { ...worker(), crew_ids: [drivers] });
  expect((await membersOf(drivers)).map((m) => m.id)).toContain(user_id);
  await foreman.call(updateEmployee, { user_id: driverId, version: 2, crew_ids: [foremen] });
  expect((await membersOf(foremen)).map((m) => m.id)).toContain(driverId);
  await foreman.call(deleteEmployee, { user_id: driverId, version: 3 });
  expect((await membersOf(foremen)).map((m) => m.id)).not.toContain(driverId);
  const ivy = guest();
  await foreman.call(invitePerson, { ...ivy, crew_id: drivers });
  const { invited } = await foreman.call(listPeople, {});
  const match = invited.find((i) => i.email === ivy.email);
  expect(match).toMatchObject({ may_link: true, may_withdraw: true });
  await foreman.call(renewInvite, { invite_id: match?.id ?? 0 });
  await foreman.call(revokeInvite, { invite_id: match?.id ?? 0 });
  expect(await membersOf(company.crew)).toEqual([]);
});

test("nobody can grant a permission they lack by adding, moving, inviting, accepting or renewing a link", async () => {
  const { company, admin, adminId, foreman, foremanId, drivers, driverId } = await scene();
  const beyond = company.crew;
  const refused = async (call: Promise<unknown>) => (await catchError(call)).kind;
  expect(await refused(foreman.call(addEmployee, { ...worker(), crew_ids: [beyond] }))).toBe("forbidden");
  expect(await refused(foreman.call(addEmployee, { ...worker(), is_admin: true }))).toBe("forbidden");
  expect(await refused(foreman.call(invitePerson, { ...guest(), crew_id: beyond }))).toBe("forbidden");
  expect(await refused(foreman.call(invitePerson, { ...guest(), is_admin: true }))).toBe("forbidden");
  const move = (user_id: number, to: object) => async () =>
    foreman.call(updateEmployee, { user_id, version: await versionOf(user_id), ...to });
  expect(await refused(move(driverId, { crew_ids: [beyond] })())).toBe("forbidden");
  expect(await refused(move(driverId, { is_admin: true })())).toBe("forbidden");
  expect(await refused(move(foremanId, { is_admin: true })())).toBe("forbidden");
  // The foreman may not change, delete or renew the link of an admin or of a member of a crew with more permissions.
  const above = await makeUser(db, {}, [beyond]);
  for (const id of [adminId, above]) {
    expect(await refused(move(id, { crew_ids: [drivers] })())).toBe("forbidden");
    expect(await refused(foreman.call(deleteEmployee, { user_id: id, version: await versionOf(id) }))).toBe(
      "forbidden",
    );
    expect(await refused(foreman.call(getEmployee, { user_id: id }))).toBe("forbidden");
    expect(await refused(foreman.call(renewEmployeeLink, { user_id: id }))).toBe("forbidden");
  }
  const people = (await foreman.call(listPeople, {})).people;
  expect(people.find((p) => p.id === above)).toMatchObject({ may_edit: false, may_delete: false });
  expect(people.find((p) => p.id === driverId)).toMatchObject({ may_edit: true, may_delete: true });
  // The foreman may not renew or withdraw an admin's invitation into a crew with more permissions.
  const ivy = guest();
  await admin.call(invitePerson, { ...ivy, crew_id: beyond });
  const [open] = await db.read.select({ id: invite.id }).from(invite).where(eq(invite.email, ivy.email));
  expect(await refused(foreman.call(renewInvite, { invite_id: open?.id ?? 0 }))).toBe("forbidden");
  expect(await refused(foreman.call(revokeInvite, { invite_id: open?.id ?? 0 }))).toBe("forbidden");
  const asker = await actAs(db, await makeUser(db, KNOWN), null);
  const { request_id } = await asker.call(requestToJoin, { company_id: company.id });
  const answer = (crew_ids: number[]) =>
    foreman.call(answerJoinRequest, { request_id: Number(request_id), is_accepted: true, crew_ids });
  expect(await refused(answer([company.admins]))).toBe("forbidden");
  expect(await refused(answer([beyond]))).toBe("forbidden");
  await answer([drivers]);
});

test("a foreman can't change the admins' crew or create a crew with more permissions than the foreman has", async () => {
  const { company, foreman, foremen, drivers } = await scene();
  const { crew_id } = await foreman.call(addCrew, { name: "Night" });
  const inIt = await actAs(db, await makeUser(db, KNOWN, [crew_id]), company.id);
  expect(inIt.actor.permissions.road).toEqual(READ);
  expect(inIt.actor.permissions.crew_member).toEqual(READ);
  await foreman.call(renameCrew, { crew_id: drivers, name: "Haulers", version: 2 });
  const primary = foreman.call(renameCrew, { crew_id: company.admins, name: "Mine", version: 2 });
  expect((await catchError(primary)).kind).toBe("forbidden");
  const away = foreman.call(deleteCrew, { crew_id: drivers, version: 3, to_crew_id: company.crew });
  expect((await catchError(away)).kind).toBe("invalid");
  await foreman.call(deleteCrew, { crew_id: drivers, version: 3, to_crew_id: foremen });
  // Only admins may change a crew's permissions.
  const grant = { crew_id: foremen, entity_id: 15, action: "update" as const, value: true };
  expect((await catchError(foreman.call(updatePermission, grant))).kind).toBe("forbidden");
  const table = foreman.call(saveCrewPermissions, { crew_id: foremen, version: 2, allowed: [] });
  expect((await catchError(table)).kind).toBe("forbidden");
});

test("the deletion page of a crew gives the reason if it can't be deleted", async () => {
  const { company, admin } = await scene();
  const why = async (who: typeof admin, crew_id: number) =>
    (await who.call(getCrewToDelete, { crew_id })).refused;
  expect(await why(admin, company.admins)).toMatch("You can't delete the primary crew.");
  expect(await why(admin, company.crew)).toBe(null);
  const lone = await makeCompany(db);
  const other = await actAs(db, await makeUser(db, KNOWN, [lone.admins]), lone.id);
  expect(await why(other, lone.crew)).toMatch("This is your only regular crew.");
});

test("a crew can't manage people until an admin grants each permission separately", async () => {
  const company = await makeCompany(db);
  const admin = await actAs(db, await makeUser(db, KNOWN, [company.admins]), company.id);
  const memberId = await makeUser(db, KNOWN, [company.crew]);
  const member = async () => actAs(db, memberId, company.id);
  expect((await catchError((await member()).call(addEmployee, worker()))).kind).toBe("forbidden");
  const { entities } = await admin.call(getCrewPermissions, { crew_id: company.crew });
  expect(entities.find((e) => e.name === "crew_member")?.flags).toEqual(READ);
  await admin.call(updatePermission, { crew_id: company.crew, entity_id: 3, action: "create", value: true });
  await (await member()).call(addEmployee, worker());
  const { actor } = await member();
  expect(actor.permissions.crew_member).toEqual({ ...READ, create: true });
});

test("a permission that no procedure checks has no checkbox and can't be set", async () => {
  const company = await makeCompany(db);
  const admin = await actAs(db, await makeUser(db, KNOWN, [company.admins]), company.id);
  const { entities } = await admin.call(getCrewPermissions, { crew_id: company.crew });
  const notification = entities.find((e) => e.name === "notification");
  expect(notification?.shown).toEqual(["create"]);
  const input = { crew_id: company.crew, action: "read" as const, value: false };
  const refused = admin.call(updatePermission, { ...input, entity_id: notification?.id ?? 0 });
  expect((await catchError(refused)).refusal.facts.fields).toHaveProperty("action");
  // Saving the table leaves flags without a checkbox unchanged, for a later version that shows them.
  await admin.call(saveCrewPermissions, { crew_id: company.crew, version: 2, allowed: [] });
  const rows = await db.read.select().from(crewPermission).where(eq(crewPermission.crew_id, company.crew));
  expect(rows.find((r) => r.entity_id === notification?.id)).toMatchObject({
    can_create: false,
    can_read: true,
  });
  expect(rows.find((r) => r.entity_id === ENTITIES.indexOf("photo") + 1)).toMatchObject({
    can_create: false,
    can_read: false,
    can_update: true,
    can_delete: false,
  });
});

test("hides people's names in crews without permission to read people, and all crews without permission to read crews", async () => {
  const { company, foreman } = await scene();
  await set(company.crew, { crew_member: { ...READ, read: false } });
  const blind = await actAs(db, await makeUser(db, KNOWN, [company.crew]), company.id);
  const { crews } = await blind.call(listCrews, {});
  expect(crews.flatMap((c) => c.crew_member)).toEqual([]);
  expect((await foreman.call(listCrews, {})).crews.flatMap((c) => c.crew_member).length).toBeGreaterThan(0);
  await set(company.crew, { crew_member: READ, crew: { ...READ, read: false } });
  const again = await actAs(db, await makeUser(db, KNOWN, [company.crew]), company.id);
  const page = await again.call(listPeople, {});
  expect([page.crews, page.people.flatMap((p) => p.crews)]).toEqual([[], []]);
});
