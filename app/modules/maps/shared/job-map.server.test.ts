import { beforeAll, describe, expect, it } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow } from "#db/factories";
import { landing, road } from "#db/schema";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { actWithoutPermissions } from "#db/testing/limited";
import { openTestDatabase } from "#db/testing/test-database";
import { getJobMap } from "../data/job-map-page.server";
import { getJobLayers } from "./job-map.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  const job_id = h.ids.job;
  await db.client.execute(`UPDATE job SET latitude = 44.8, longitude = -84.8 WHERE id = ${job_id}`);
  const created = {
    job_id,
    creator_user_id: h.manager.actor.user?.id ?? 0,
    creator_company_id: h.ids.manager.id,
    created_at: "2026-01-01T00:00:00.000Z",
  };
  await insertRow(db, landing, { ...created, name: "North landing", latitude: 44.81, longitude: -84.81 });
  const coordinates = [
    [-84.8, 44.8],
    [-84.81, 44.81],
  ];
  const geom = JSON.stringify({ type: "LineString", coordinates });
  await insertRow(db, road, { ...created, road_type_id: 5, name: "Skid 9", geom });
});

type Person = Pick<Harvest["manager"], "call">;

describe("a job's map", () => {
  it("shows and names a job's landings and destinations, within the width of a phone", async () => {
    const { map } = await h.manager.call(getJobMap, { id: h.ids.job, look: null });
    const names = map.drawing.marks.map(({ name }) => name);
    expect(names).toContain("North landing");
    expect(names).toHaveLength(map.destinations.length + map.landings.length);
    expect(map.destinations.length).toBeGreaterThan(0);
    // A phone shows the middle 328 pixels of 640.
    for (const { at } of map.drawing.marks) expect(Math.abs(at[0] - 320)).toBeLessThan(164);
    const { map: near } = await h.manager.call(getJobMap, { id: h.ids.job, look: "land" });
    expect(near.drawing.view.zoom).toBeGreaterThan(map.drawing.view.zoom);
    expect(near.drawing.roads).toMatch(/^M/);
  });

  it.each([
    ["job_destination.read", "destinations", "destination"],
    ["landing_inventory.read", "landings", "landing"],
    ["road.read", "roads", "road"],
  ] as const)(
    "hides places that require %s from a crew without that permission, in the drawing and in the data",
    async (flag, list, kind) => {
      const kinds = async (who: Person) =>
        (await who.call(getJobLayers, { id: h.ids.job })).features.map(({ properties }) => properties.kind);
      const listed = async (who: Person) =>
        (await who.call(getJobMap, { id: h.ids.job, look: null })).map[list].length;
      const blind = await actWithoutPermissions(db, h.ids.manager.id, flag);
      expect([await listed(h.manager), await listed(blind)]).toEqual([expect.any(Number), 0]);
      expect(await listed(h.manager)).toBeGreaterThan(0);
      expect(await kinds(h.manager)).toContain(kind);
      expect(await kinds(blind)).not.toContain(kind);
    },
  );
});
