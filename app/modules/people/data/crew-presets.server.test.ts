import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeCompany, makeUser } from "#db/factories";
import { actAs, catchError } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import {
  arePermissionsWithin,
  combineCrewFlags,
  hasPermission,
  PERMISSIONS,
} from "~/lib/access/crew-permissions";
import { PRESET_IDS, PRESETS } from "~/lib/access/crew-presets";
import { getCrewPermissions, saveCrewPermissions } from "~/modules/companies/data/permissions.server";
import { addCrew } from "../shared/crews.server";
import { getInviteForm } from "./invites.server";

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
});

async function scene() {
  const company = await makeCompany(db);
  const admin = await actAs(db, await makeUser(db, {}, [company.admins]), company.id);
  const memberOf = async (crewId: number) => actAs(db, await makeUser(db, {}, [crewId]), company.id);
  return { company, admin, memberOf };
}

test.each(PRESET_IDS)(
  "members of a crew that an admin creates with preset %s have exactly the preset's permissions",
  async (preset) => {
    const { admin, memberOf } = await scene();
    const { crew_id } = await admin.call(addCrew, { name: "Night", preset });
    const { actor } = await memberOf(crew_id);
    const allowed: ReadonlySet<string> = PRESETS[preset].allowed;
    expect(PERMISSIONS.filter((p) => hasPermission(actor.permissions, p))).toEqual(
      PERMISSIONS.filter((p) => allowed.has(p)),
    );
    expect(actor.permissions.is_primary).toBe(false);
    // The table shows the same permissions, and saving it unchanged changes nothing.
    const { crew, entities } = await admin.call(getCrewPermissions, { crew_id });
    const ticked = PERMISSIONS.filter((p) =>
      entities.some((e) => e.shown.some((flag) => p === `${e.name}.${flag}` && e.flags[flag])),
    );
    await admin.call(saveCrewPermissions, { crew_id, version: (crew?.version ?? 0) + 1, allowed: ticked });
    expect((await memberOf(crew_id)).actor.permissions).toEqual(actor.permissions);
  },
);

test("a crew without a preset has every permission except those that only admins have", async () => {
  const { admin, memberOf } = await scene();
  const { crew_id } = await admin.call(addCrew, { name: "Night" });
  const unset = combineCrewFlags([{ isPrimary: false, rows: [] }]);
  expect((await memberOf(crew_id)).actor.permissions).toEqual(unset);
  const wrong = admin.call(addCrew, { name: "Day", preset: "boss" as "office" });
  expect((await catchError(wrong)).refusal.facts.fields).toEqual({
    preset: ["Choose what the crew's members do."],
  });
});

test("a creator who isn't an admin creates only crews within their own permissions, with any preset", async () => {
  const { company, admin, memberOf } = await scene();
  const { crew_id } = await admin.call(addCrew, { name: "Foremen", preset: "driver" });
  const { entities } = await admin.call(getCrewPermissions, { crew_id });
  expect(entities).not.toEqual([]);
  await admin.call(saveCrewPermissions, {
    crew_id,
    version: 2,
    allowed: [
      "crew.read",
      "crew.create",
      "crew_member.read",
      "crew_member.create",
      "trip_ticket.read",
      "road.read",
    ],
  });
  const foreman = await memberOf(crew_id);
  for (const preset of PRESET_IDS) {
    const crew = await foreman.call(addCrew, { name: `Made as ${preset}`, preset });
    const { actor } = await memberOf(crew.crew_id);
    expect(arePermissionsWithin(actor.permissions, foreman.actor.permissions)).toBe(true);
    expect(actor.permissions.trip_ticket).toEqual({
      create: false,
      read: true,
      update: false,
      delete: false,
    });
    expect(actor.permissions.crew.create || actor.permissions.crew_member.create).toBe(false);
    expect((await foreman.call(getInviteForm, {})).crews.map((c) => c.id)).toContain(crew.crew_id);
  }
  expect(company.id).toBe(foreman.actor.company?.id);
});
