import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow, makeLocation, makeUser } from "#db/factories";
import { crew, crewPermission } from "#db/schema";
import { actAs } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { ENTITIES } from "~/lib/access/crew-permissions";
import { find } from "./find.server";

let db: Database;
let h: Harvest;
let id: number;
let office: Harvest["manager"];
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  id = await h.ticket({
    trip_ticket_status_id: 3,
    hauler_company_id: h.ids.hauler.id,
    scale_ticket_number: "G91001",
    truck_plate: "4T 1182",
  });
  await db.client.execute({
    sql: "UPDATE company SET is_land_manager = 1 WHERE id = ?",
    args: [h.ids.manager.id],
  });
  office = await actAs(db, h.manager.actor.user?.id ?? 0, h.ids.manager.id);
  await db.client.execute({
    sql: "UPDATE job SET name = 'Deward Tract', contract_number = 'LP-7/26' WHERE id = ?",
    args: [h.ids.job],
  });
});

type Person = Harvest["manager"];
const hits = async (who: Person, q: string, kind?: string) => {
  const { groups } = await who.call(find, { q });
  return groups
    .filter((group) => kind === undefined || group.kind === kind)
    .flatMap((group) => group.hits.map((hit) => hit.href));
};
const ticketRow = async () => {
  const { rows } = await db.client.execute({ sql: "SELECT * FROM trip_ticket WHERE id = ?", args: [id] });
  return rows[0];
};

describe("search", () => {
  test("finds a ticket by number, load number, scale ticket and plate, and by scale ticket or plate prefix", async () => {
    const row = await ticketRow();
    const here = `/trip-tickets/${id}`;
    for (const q of [
      String(row?.trip_ticket_number),
      `#${row?.trip_ticket_number}`,
      String(row?.load_number),
    ])
      expect([q, await hits(h.mill, q, "ticket")]).toEqual([q, [here]]);
    for (const q of ["G91001", "g910", "4t1182", "4T 11"])
      expect([q, await hits(h.hauler, q)]).toEqual([q, [here]]);
    expect((await h.hauler.call(find, { q: "G91001" })).only).toBe(here);
  });

  test("doesn't find another company's tickets and jobs", async () => {
    const row = await ticketRow();
    for (const q of [String(row?.trip_ticket_number), "G91001", "G910", "4T 1182", "4t11", "Deward", "LP-7"])
      for (const kind of ["ticket", "job"]) expect([q, await hits(h.rival, q, kind)]).toEqual([q, []]);
    expect(await hits(h.second, "G91001", "ticket")).toEqual([]);
  });

  test("finds a job by word prefix and by contract number", async () => {
    const here = `/jobs/${h.ids.job}`;
    for (const q of ["deward", "Tract", "lp-7"])
      expect([q, await hits(h.owner, q, "job")]).toEqual([q, [here]]);
    expect(await hits(h.owner, "eward", "job")).toEqual([]);
    expect(await hits(h.owner, "%", "job")).toEqual([]);
    const action = [`/trip-tickets/new?job_id=${h.ids.job}`];
    expect(await hits(office, "new load dew", "action")).toEqual(action);
    expect(await hits(h.owner, "new load dew", "action")).toEqual([]);
  });

  test("finds a contract for its contractor and the requester, but not for other contractors", async () => {
    await db.client.execute({
      sql: "UPDATE job_company SET haul_contract_name = 'Haul 2026-4' WHERE job_id = ? AND company_id = ?",
      args: [h.ids.job, h.ids.hauler.id],
    });
    const here = [`/jobs/${h.ids.job}`];
    expect(await hits(h.hauler, "haul 2026", "job")).toEqual(here);
    expect(await hits(h.manager, "haul 2026", "job")).toEqual(here);
    expect(await hits(h.second, "haul 2026", "job")).toEqual([]);
    expect(await hits(h.logger, "haul 2026", "job")).toEqual([]);
    // A job found by its own name doesn't show the contract to other contractors.
    await db.client.execute({
      sql: "UPDATE job_company SET haul_contract_name = 'Deward haul' WHERE job_id = ? AND company_id = ?",
      args: [h.ids.job, h.ids.hauler.id],
    });
    const said = async (who: typeof h.hauler) => JSON.stringify(await who.call(find, { q: "deward" }));
    expect(await said(h.hauler)).toContain("contract Deward haul");
    expect(await said(h.logger)).not.toContain("Deward haul");
  });

  test("finds only the company's own people and places, but all companies by name", async () => {
    await makeUser(db, { first_name: "Wilhelmina", last_name: "Saari" }, [h.ids.mill.admins]);
    expect(await hits(h.mill, "saa", "person")).toHaveLength(1);
    expect(await hits(h.hauler, "saa", "person")).toEqual([]);
    const { rows } = await db.client.execute({
      sql: "SELECT name FROM company_location WHERE company_id = ?",
      args: [h.ids.mill.id],
    });
    const place = String(rows[0]?.name);
    expect((await hits(h.mill, place, "place")).length).toBeGreaterThan(0);
    expect(await hits(h.rival, `${place} x`, "place")).toEqual([]);
    expect(await hits(h.rival, h.mill.actor.company?.name ?? "", "company")).toContain(
      `/companies/${h.ids.mill.id}`,
    );
  });

  test("finds job partners by any word of their name, and other companies only by the beginning", async () => {
    const name = h.hauler.actor.company?.name ?? "";
    await db.client.execute({
      sql: "UPDATE company SET name = 'Sault Nordic Boards' WHERE id = ?",
      args: [h.ids.hauler.id],
    });
    const there = [`/companies/${h.ids.hauler.id}`];
    expect(await hits(h.manager, "nordic", "company")).toEqual(there);
    expect(await hits(h.rival, "nordic", "company")).toEqual([]);
    expect(await hits(h.rival, "sault", "company")).toEqual(there);
    await db.client.execute({
      sql: "UPDATE company SET name = ? WHERE id = ?",
      args: [name, h.ids.hauler.id],
    });
  });

  test("finds nothing that the crew may not read", async () => {
    const plain = await insertRow(db, crew, {
      company_id: h.ids.mill.id,
      name: "Yard",
      created_at: "2026-01-01T00:00:00.000Z",
    });
    const unread = ["trip_ticket", "job", "crew_member", "company_location", "company_destination"] as const;
    for (const entity of unread)
      await insertRow(db, crewPermission, {
        crew_id: plain,
        entity_id: ENTITIES.indexOf(entity) + 1,
        can_create: false,
        can_read: false,
        can_update: false,
        can_delete: false,
      });
    const yard = await actAs(db, await makeUser(db, {}, [plain]), h.ids.mill.id);
    for (const q of ["G91001", "Deward", "Wilhelmina", "scale house", "export october", "jobs"])
      expect([q, await hits(yard, q)]).toEqual([q, []]);
  });
});

test("finds any mill's yard by name, but no places of other companies", async () => {
  const yard = await makeLocation(db, h.ids.mill.id, { name: "Grayling Pulp Yard" });
  await makeLocation(db, h.ids.rival.id, { name: "Grayling Hideout" });
  expect(await hits(h.manager, "grayling", "place")).toEqual([]);
  await db.client.execute(`UPDATE company SET is_mill = 1 WHERE id = ${h.ids.mill.id}`);
  expect(await hits(h.manager, "pulp", "place")).toEqual([`/companies/${h.ids.mill.id}`]);
  expect(await hits(h.manager, "grayling", "place")).toEqual([`/companies/${h.ids.mill.id}`]);
  // The mill itself finds the yard once, with a link to the edit page.
  expect(await hits(h.mill, "pulp", "place")).toEqual([`/company/locations/${yard}`]);
});
