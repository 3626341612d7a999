import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeCompany, makeUser } from "#db/factories";
import { actAs, catchError } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { hasPermission, PERMISSIONS, type Permission } from "~/lib/access/crew-permissions";
import { PRESET_IDS, PRESETS } from "~/lib/access/crew-presets";
import { encodePermissions } from "~/lib/access/rights";
import { applyPreset, previewPreset, previewPresetUndo, undoPreset } from "./crew-preset.server";
import { getCrewPermissions, saveCrewPermissions } from "./permissions.server";

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
});

async function scene() {
  const company = await makeCompany(db);
  const admin = await actAs(db, await makeUser(db, {}, [company.admins]), company.id);
  const memberId = await makeUser(db, {}, [company.crew]);
  const member = () => actAs(db, memberId, company.id);
  const held = async () => {
    const { permissions } = (await member()).actor;
    return PERMISSIONS.filter((p) => hasPermission(permissions, p));
  };
  const next = async () =>
    ((await admin.call(getCrewPermissions, { crew_id: company.crew })).crew?.version ?? 0) + 1;
  const save = async (allowed: readonly Permission[]) =>
    admin.call(saveCrewPermissions, {
      crew_id: company.crew,
      version: await next(),
      allowed: [...allowed],
    });
  return { company, crew_id: company.crew, admin, member, held, next, save };
}
type Scene = Awaited<ReturnType<typeof scene>>;

const boxes = async ({ admin, crew_id }: Scene) => {
  const { entities } = await admin.call(getCrewPermissions, { crew_id });
  return PERMISSIONS.filter((p) =>
    entities.some((e) => e.shown.some((flag) => p === `${e.name}.${flag}` && e.flags[flag])),
  );
};

test("applying a preset gives an existing crew exactly the preset's permissions", async () => {
  const { crew_id, admin, held, next } = await scene();
  for (const preset of PRESET_IDS) {
    await admin.call(applyPreset, { crew_id, version: await next(), preset });
    const allowed: ReadonlySet<Permission> = PRESETS[preset].allowed;
    expect(await held()).toEqual(PERMISSIONS.filter((p) => allowed.has(p)));
    expect((await admin.call(getCrewPermissions, { crew_id })).preset).toBe(preset);
  }
});

test("previews what a preset adds and removes; nothing is left to change after applying it", async () => {
  const { crew_id, admin, save, next } = await scene();
  await save(["trip_ticket.read", "job_rate.read", "crew_member.read", "crew_member.create"]);
  const before = await admin.call(previewPreset, { crew_id, preset: "driver" });
  expect(before.now).toBeNull();
  expect(before.change?.added.map((r) => r.words)).toContain("Change loads: claim, haul, weigh, complete");
  expect(before.change?.taken.map((r) => [r.words, r.part])).toEqual([
    ["See prices", []],
    ["See people and crews", ["see people"]],
    ["Manage people and crews", ["add people"]],
  ]);
  await admin.call(applyPreset, { crew_id, version: await next(), preset: "driver" });
  const after = await admin.call(previewPreset, { crew_id, preset: "driver" });
  expect(after).toMatchObject({ now: "driver", change: { added: [], taken: [] } });
});

test("undoing a preset restores exactly the crew's previous permissions", async () => {
  const it = await scene();
  const { crew_id, admin, save, next, held } = it;
  // Also test permissions that have no effect alone, such as update without read.
  const former: Permission[] = ["trip_ticket.read", "job_rate.read", "crew_member.create", "road.update"];
  await save(former);
  const [formerBoxes, formerHeld] = [await boxes(it), await held()];
  const { was } = await admin.call(applyPreset, { crew_id, version: await next(), preset: "office" });
  const undo = await admin.call(previewPresetUndo, { crew_id, was: String(was) });
  expect(undo?.change.taken.map((r) => r.words)).toContain("Change prices");
  expect(undo?.change.added.map((r) => r.part)).toEqual([["add people"]]);
  await admin.call(undoPreset, { crew_id, version: await next(), was: undo?.was ?? "" });
  expect([await boxes(it), await held()]).toEqual([formerBoxes, formerHeld]);
  // After the undo there is nothing left to undo, and an unreadable value in the URL is refused.
  expect(await admin.call(previewPresetUndo, { crew_id, was: String(was) })).toBeNull();
  expect(await admin.call(previewPresetUndo, { crew_id, was: "everything" })).toBeNull();
  const wrong = admin.call(undoPreset, { crew_id, version: await next(), was: "everything" });
  expect((await catchError(wrong)).kind).toBe("invalid");
});

test("only an admin can apply, preview or undo a preset, and only for their own company's regular crews", async () => {
  const { company, crew_id, admin, member, save, held } = await scene();
  const rival = (await scene()).admin;
  await save(["crew.read", "crew.update", "crew_member.read", "crew_member.update"]);
  const was = encodePermissions(PERMISSIONS);
  const tries = (who: typeof admin, id: number) => [
    who.call(applyPreset, { crew_id: id, version: 3, preset: "reader" }),
    who.call(previewPreset, { crew_id: id, preset: "reader" }),
    who.call(previewPresetUndo, { crew_id: id, was }),
    who.call(undoPreset, { crew_id: id, version: 3, was }),
  ];
  const kinds = (calls: Promise<unknown>[]) =>
    Promise.all(calls.map(async (call) => (await catchError(call)).kind));
  const foreman = await member();
  expect(await kinds(tries(foreman, crew_id))).toEqual(Array(4).fill("forbidden"));
  expect(await kinds(tries(rival, crew_id))).toEqual(Array(4).fill("missing"));
  expect(await kinds(tries(admin, company.admins))).toEqual(Array(4).fill("notNow"));
  expect(await held()).toEqual(["crew.read", "crew.update", "crew_member.read", "crew_member.update"]);
});

test("refuses to apply or undo a preset after another admin changed the crew", async () => {
  const { crew_id, admin, save, next, held } = await scene();
  const version = await next();
  await save(["job.read"]);
  const late = admin.call(applyPreset, { crew_id, version, preset: "office" });
  expect((await catchError(late)).kind).toBe("stale");
  const back = admin.call(undoPreset, { crew_id, version, was: encodePermissions(PERMISSIONS) });
  expect((await catchError(back)).kind).toBe("stale");
  expect(await held()).toEqual(["job.read"]);
});
