import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeCompany, makeUser } from "#db/factories";
import { crewPermission } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { ENTITIES, FLAGS } from "~/lib/access/crew-permissions";
import type { Actor } from "~/web/actor";
import type { Procedure } from "~/web/procedure";
import { runValidated } from "~/web/run-procedure.server";
import { getCrewPermissions, saveCrewPermissions, updatePermission } from "./permissions.server";

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
});

const modules = import.meta.glob<Record<string, unknown>>("/app/modules/**/*.server.ts", { eager: true });
const guarded = [
  ...new Set(
    Object.values(modules).flatMap((m) =>
      Object.values(m).filter(
        (v): v is Procedure =>
          typeof v === "object" &&
          v !== null &&
          "run" in v &&
          "audience" in v &&
          Boolean((v as Procedure).may),
      ),
    ),
  ),
];

describe("every permission flag is enforced", () => {
  let of: (entity: string, flag: string, value: boolean) => Promise<Actor>;
  beforeAll(() => {
    const known = new Map<string, Promise<Actor>>();
    of = (entity, flag, value) => {
      const key = `${entity}.${flag} ${value}`;
      const actor = known.get(key) ?? make(entity, flag, value);
      known.set(key, actor);
      return actor;
    };
    const make = async (entity: string, flag: string, value: boolean) => {
      const company = await makeCompany(db);
      const rows = ENTITIES.map((name, i) => {
        const can = (f: string) => {
          if (name !== entity) return !value;
          // Forms show the rows that they add to, change or delete, so the create, update and delete flags are tested
          // together with the read flag.
          if (f === "read" && flag !== "read") return true;
          return f === flag ? value : !value;
        };
        return {
          crew_id: company.crew,
          entity_id: i + 1,
          can_create: can("create"),
          can_read: can("read"),
          can_update: can("update"),
          can_delete: can("delete"),
        };
      });
      await db.batch(rows.map((row) => db.write.insert(crewPermission).values(row).toSQL()));
      return (await actAs(db, await makeUser(db, {}, [company.crew]), company.id)).actor;
    };
  });

  test("the test finds procedures that require a permission", () => {
    expect(guarded.length).toBeGreaterThan(20);
  });

  test.each(guarded.map((p) => [p.name, p.may as string, p] as const))(
    "procedure %s requires permission %s",
    async (_name, may, procedure) => {
      const [entity = "", flag = ""] = may.split(".");
      const tried = async (value: boolean) => {
        const actor = await of(entity, flag, value);
        const call = { db, actor, now: new Date(), address: "127.0.0.1" };
        return runValidated(procedure, call, {} as never).then(
          () => "",
          (error: Error) => error.message,
        );
      };
      expect(await tried(false)).toMatch(/doesn't have this permission/);
      // With only the required flag, the call passes the permission check and fails at most on its own checks.
      expect(await tried(true)).not.toMatch(/doesn't have this permission/);
    },
  );
});

async function scene() {
  const company = await makeCompany(db);
  const admin = await actAs(db, await makeUser(db, {}, [company.admins]), company.id);
  const memberId = await makeUser(db, {}, [company.crew]);
  return { company, admin, memberId, member: () => actAs(db, memberId, company.id) };
}

test("removing one permission flag takes effect at once, keeps the other flags, and can be undone", async () => {
  const { company, admin, member } = await scene();
  const set = (value: boolean) =>
    admin.call(updatePermission, { crew_id: company.crew, entity_id: 17, action: "create", value });
  await set(false);
  expect((await member()).actor.permissions.trip_ticket).toEqual({
    create: false,
    read: true,
    update: true,
    delete: true,
  });
  await set(true);
  expect((await member()).actor.permissions.trip_ticket.create).toBe(true);
});

test("saves the permission table as checked, and refuses a stale version", async () => {
  const { company, admin, member } = await scene();
  const every = ENTITIES.flatMap((e) => FLAGS.map((f) => `${e}.${f}` as const));
  const allowed = every.filter((p) => p !== "photo.delete");
  await admin.call(saveCrewPermissions, { crew_id: company.crew, version: 2, allowed });
  const { permissions } = (await member()).actor;
  expect([permissions.photo.delete, permissions.photo.create, permissions.job.delete]).toEqual([
    false,
    true,
    true,
  ]);
  await admin.call(updatePermission, { crew_id: company.crew, entity_id: 1, action: "read", value: false });
  const late = admin.call(saveCrewPermissions, { crew_id: company.crew, version: 3, allowed: every });
  expect((await catchError(late)).kind).toBe("stale");
  await admin.call(saveCrewPermissions, { crew_id: company.crew, version: 4, allowed: [] });
  const { entities } = await admin.call(getCrewPermissions, {});
  expect(entities.every((e) => e.shown.every((f) => !e.flags[f]))).toBe(true);
});

test("only an admin can change permissions, and only those of the company's own regular crews", async () => {
  const { company, admin, member } = await scene();
  const rival = (await scene()).admin;
  const change = { crew_id: company.crew, entity_id: 1, action: "read" as const, value: false };
  expect((await catchError((await member()).call(updatePermission, change))).kind).toBe("forbidden");
  expect((await catchError((await member()).call(getCrewPermissions, {}))).kind).toBe("forbidden");
  expect((await catchError(rival.call(updatePermission, change))).kind).toBe("missing");
  expect((await catchError(admin.call(updatePermission, { ...change, crew_id: company.admins }))).kind).toBe(
    "notNow",
  );
  expect((await catchError(admin.call(updatePermission, { ...change, entity_id: 99 }))).kind).toBe("invalid");
  expect((await catchError(admin.call(updatePermission, { ...change, company_id: 987_654 }))).kind).toBe(
    "missing",
  );
});
