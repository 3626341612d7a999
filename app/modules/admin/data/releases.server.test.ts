import { beforeEach, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeUser } from "#db/factories";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { getDay } from "~/lib/time/time";
import { searchReleases } from "~/modules/reference/data/reference.server";
import { listReleases, markReleasesSeen } from "~/modules/releases/data/releases.server";
import { readNewestRelease, readUnseenReleaseCount } from "~/modules/releases/shared/releases.server";
import type { Procedure } from "~/web/procedure";
import { listAdminActions } from "./acts.server";
import {
  addSiteRelease,
  changeSiteRelease,
  deleteSiteRelease,
  getSiteRelease,
  listSiteReleases,
} from "./releases.server";

const DAY_MS = 86_400_000;
const NOTES = "Faster list\nIt opens at once.\n\nNew tab\nLoads by mill.";
let db: Database;
let h: Harvest;
let boss: Awaited<ReturnType<typeof actAs>>;
let serial = 0;
beforeEach(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  boss = await actAs(db, await makeUser(db, { is_super_user: true }, []), null);
});
const onDay = (days: number) => getDay(new Date(Date.now() + days * DAY_MS), boss.actor.zone);
const write = async (released_on: string | null, name = `Own ${++serial}`) => ({
  name,
  id: (await boss.call(addSiteRelease, { name, released_on, notes: NOTES })).id,
});
const told = async () => (await h.manager.call(listReleases, {})).releases.map(({ version }) => version);

test("lists the site's releases under What's new from their release day on, but no drafts or future ones", async () => {
  const now = await write(onDay(0));
  const draft = await write(null);
  const later = await write(onDay(3));
  const versions = await told();
  expect(versions).toContain(now.name);
  expect(versions).toContain("0.3.0");
  expect(versions).not.toContain(draft.name);
  expect(versions).not.toContain(later.name);
  const { releases } = await h.manager.call(searchReleases, { take: -1 });
  expect(releases.map(({ release }) => release.version)).toEqual(versions);
  expect(releases.find(({ release }) => release.version === now.name)?.release.notes).toEqual([
    { title: "Faster list", description: "It opens at once." },
    { title: "New tab", description: "Loads by mill." },
  ]);
  const ids = releases.map(({ release }) => release.id);
  expect(new Set(ids).size).toBe(ids.length);
  const { releases: rows } = await boss.call(listSiteReleases, { take: -1 });
  expect(rows.slice(0, 3).map(({ state }) => state)).toEqual(["to come", "draft", "told"]);
});

test("changes and deletes a release, and refuses a stale version", async () => {
  const { id, name } = await write(onDay(0));
  const { version } = await boss.call(getSiteRelease, { release_id: id });
  await boss.call(changeSiteRelease, {
    release_id: id,
    version: version + 1,
    name: `${name}, once more`,
    released_on: onDay(0),
    notes: NOTES,
  });
  expect(await told()).toContain(`${name}, once more`);
  const late = { release_id: id, version: version + 1, name, released_on: null, notes: NOTES };
  expect((await catchError(boss.call(changeSiteRelease, late))).kind).toBe("stale");
  expect((await catchError(boss.call(deleteSiteRelease, { release_id: id, version: 2 }))).kind).toBe("stale");
  await boss.call(deleteSiteRelease, { release_id: id, version: version + 2 });
  expect((await told()).some((text) => text.startsWith(name))).toBe(false);
  expect((await catchError(boss.call(getSiteRelease, { release_id: id }))).kind).toBe("missing");
});

test("adding, changing and deleting a release each add one entry and one link to the audit chain", async () => {
  const acts = async () => (await boss.call(listAdminActions, { take: -1 })).acts.map(({ what }) => what);
  const before = (await acts()).length;
  const { id, name } = await write(null);
  expect((await acts()).length).toBe(before + 1);
  await boss.call(changeSiteRelease, { release_id: id, version: 2, name, notes: `${NOTES} And more.` });
  expect((await acts()).length).toBe(before + 2);
  await boss.call(deleteSiteRelease, { release_id: id, version: 3 });
  expect((await acts()).slice(0, 3)).toEqual([
    `Release deleted: ${name}`,
    `Release changed: ${name}`,
    `Release written: ${name}`,
  ]);
  expect((await boss.call(listAdminActions, {})).intact).toBe(true);
});

test("marks a new release as new for each user until that user opens it", async () => {
  const person = await makeUser(db, {}, []);
  const reader = await actAs(db, person, null);
  const unseen = async () => (await readUnseenReleaseCount(db.read, person, new Date())).count;
  await db.client.execute({
    sql: "UPDATE user SET created_at = ? WHERE id = ?",
    args: [new Date(Date.now() - 2 * 3_600_000).toISOString(), person],
  });
  // The count includes releases since the user joined, not earlier ones.
  await db.client.execute("UPDATE custom_release SET is_deleted = 1");
  await db.client.execute("UPDATE release SET released_at = '2026-01-01T00:00:00.000Z'");
  expect(await unseen()).toBe(0);
  const { id, name } = await write(onDay(0));
  await db.client.execute({
    sql: "UPDATE custom_release SET released_at = ? WHERE id = ?",
    args: [new Date(Date.now() - 3_600_000).toISOString(), id],
  });
  expect(await unseen()).toBe(1);
  const marked = async () =>
    (await reader.call(listReleases, {})).releases.filter(({ is_new }) => is_new).map((r) => r.version);
  expect(await marked()).toEqual([name]);
  const since = new Date(Date.now() - 86_400_000).toISOString();
  // The dashboard's newest release includes releases published on the site.
  expect(await readNewestRelease(db.read, { since, now: new Date().toISOString() })).toMatchObject({
    version: name,
  });
  await reader.call(markReleasesSeen, {});
  expect([await unseen(), await marked()]).toEqual([0, []]);
  expect(
    (await readUnseenReleaseCount(db.read, h.manager.actor.user?.id ?? 0, new Date())).count,
  ).toBeGreaterThan(0);
});

test("lets only super users write releases, and rejects missing or too long fields", async () => {
  const fields = { name: "X", notes: NOTES };
  for (const [procedure, input] of [
    [listSiteReleases, {}],
    [getSiteRelease, { release_id: 1 }],
    [addSiteRelease, fields],
    [changeSiteRelease, { release_id: 1, version: 2, ...fields }],
    [deleteSiteRelease, { release_id: 1, version: 2 }],
  ] as [Procedure, object][])
    expect((await catchError(h.manager.call(procedure, input))).kind).toBe("missing");
  for (const wrong of [
    { ...fields, name: " " },
    { ...fields, name: "x".repeat(41) },
    { ...fields, notes: "Title alone" },
    { ...fields, notes: `A\n${"x".repeat(20_000)}` },
    { ...fields, released_on: "2026-02-30" },
  ])
    expect((await catchError(boss.call(addSiteRelease, wrong))).kind).toBe("invalid");
});
