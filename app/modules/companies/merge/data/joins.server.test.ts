import { beforeEach, describe, expect, it, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow, makeCompany, makeJobCompany, makeLocation, makeUser } from "#db/factories";
import { certification } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { verifyAdminActions } from "~/modules/admin/shared/acts.server";
import { createUnclaimedCompanyJobs } from "~/modules/contacts/testing/noted-jobs.server";
import { listOperatorActions } from "~/modules/history/data/site-acts.server";
import { verifyHistory } from "~/modules/history/shared/verify.server";
import { searchTickets } from "~/modules/trip-tickets/shared/search.server";
import { COMPANY_COLUMNS, DERIVED_TABLES } from "../rules/columns";
import { getMergePage, mergeCompanies } from "./joins.server";

type Row = Record<string, unknown>;
let db: Database;
beforeEach(async () => {
  db = await openTestDatabase();
});
const all = async (text: string): Promise<Row[]> =>
  (await db.client.execute(text)).rows.map((row) => ({ ...row }));
const superUser = async () => actAs(db, await makeUser(db, { is_super_user: true }), null);

test("the merge defines a treatment for every company column in the schema", async () => {
  const named: string[] = [];
  for (const { name } of await all("SELECT name FROM sqlite_master WHERE type = 'table'")) {
    const table = String(name);
    if (DERIVED_TABLES.includes(table)) continue;
    const keys = await all(`PRAGMA foreign_key_list("${table}")`);
    const ours = keys.filter((key) => key.table === "company").map((key) => `${table}.${String(key.from)}`);
    const columns = await all(`PRAGMA table_info("${table}")`);
    // Find company columns also by name, because a column without a foreign key may refer to a company.
    const likely = columns
      .map((column) => String(column.name))
      .filter((column) => /(^|_)company_id$/.test(column) && column !== "job_company_id")
      .map((column) => `${table}.${column}`);
    named.push(...new Set([...ours, ...likely]));
  }
  expect(named.sort(), "say in columns.ts what becomes of it when two companies are joined").toEqual(
    Object.keys(COMPANY_COLUMNS).sort(),
  );
});

/** Read the state of loads, money and access, with one company's id replaced by another's. */
async function picture(from = 0, to = 0) {
  const as = (row: Row) =>
    Object.fromEntries(
      Object.entries(row).map(([key, value]) => [
        key,
        /company_id$/.test(key) && value === from ? to : value,
      ]),
    );
  const of = async (text: string) => (await all(text)).map((row) => JSON.stringify(as(row))).sort();
  const hands = "cutter_company_id, skidder_company_id, hauler_company_id";
  return {
    loads: await of(
      `SELECT id, trip_ticket_number, trip_ticket_status_id, scaled_volume, ${hands} FROM trip_ticket`,
    ),
    claims: await of(
      `SELECT trip_ticket_id, settlement_type_id, share_no, paying_company_id, receiving_company_id, quantity, rate,
        due_cents, problem, posted_cents, mill_company_id FROM amount_owed`,
    ),
    owed: await all("SELECT sum(due_cents) AS cents, count(*) AS n FROM amount_owed"),
    product: await of("SELECT job_id, paying_company_id, receiving_company_id, rate FROM job_product_rate"),
    haul: await of("SELECT job_id, paying_company_id, receiving_company_id, rate FROM job_haul_rate"),
    destinations: await of("SELECT id, company_id, destination_company_id FROM company_destination"),
    readers: [...new Set(await of("SELECT company_id, ticket_id, status FROM ticket_company"))],
    words: [...new Set(await of("SELECT prefix, job_id, company_id FROM job_search_word"))],
  };
}

async function pair(seed: number) {
  const unclaimedCompanyJobs = await createUnclaimedCompanyJobs(db, seed);
  const boss = await superUser();
  const join = async (from_id: number, to_id: number, more = {}) => {
    const { plan } = await boss.call(getMergePage, { from_id, to_id });
    return boss.call(mergeCompanies, {
      from_id,
      to_id,
      from_version: plan?.from.version ?? 0,
      to_version: plan?.to.version ?? 0,
      reason: "One crew, added twice",
      ...more,
    });
  };
  const whyNot = async (from_id: number, to_id: number) =>
    (await boss.call(getMergePage, { from_id, to_id })).plan?.why_not ?? [];
  return { ...unclaimedCompanyJobs, boss, join, whyNot };
}

describe("merging two companies", () => {
  for (const seed of [11, 12, 13, 14])
    it(`merging moves every load, claim, rate and destination, to the cent (${seed})`, async () => {
      const { h, noted, join, boss } = await pair(seed);
      await db.client.execute("UPDATE job_company SET cut_contract_name = 'Pine cut ' || id");
      const into = {
        is_cutter: h.ids.logger,
        is_skidder: h.ids.second,
        is_hauler: h.ids.hauler,
        is_mill: h.ids.mill,
      };
      for (const { id, role } of noted) {
        const to = into[role].id;
        const before = await picture(id, to);
        await join(id, to);
        expect(await picture()).toEqual(before);
        // Check that the history entries written by the merge match its rows; the other test rows have no history.
        const { broken } = await verifyHistory(db.read);
        expect(broken.filter(({ why }) => !why.includes("no history"))).toEqual([]);
        expect(
          await all(`SELECT is_deleted, merged_into_company_id AS into_id FROM company WHERE id = ${id}`),
        ).toEqual([{ is_deleted: 1, into_id: to }]);
      }
      const sums = (table: string, loads: string, volume: string) =>
        all(`SELECT company_id, job_id, product_type_id, ${loads} AS loads, ${volume} AS volume FROM ${table}
          GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`);
      const stored = await sums("company_job_total", "sum(loads)", "sum(volume)");
      expect(stored.length).toBeGreaterThan(3);
      expect(stored).toEqual(
        await sums(
          `(SELECT DISTINCT r.company_id, t.id, t.job_id, t.product_type_id,
              ifnull(t.scaled_volume, ifnull(t.estimated_volume, 0)) AS v
            FROM trip_ticket_reader r JOIN trip_ticket t ON t.id = r.trip_ticket_id WHERE r.status = 3)`,
          "count(*)",
          "sum(v)",
        ),
      );
      // Check that data maintained by triggers is right, and that the merged company's users see its loads.
      expect(await all("SELECT DISTINCT company_id, ticket_id FROM ticket_company ORDER BY 1, 2")).toEqual(
        await all(
          "SELECT DISTINCT company_id, trip_ticket_id AS ticket_id FROM trip_ticket_reader ORDER BY 1, 2",
        ),
      );
      const { meta } = await h.hauler.call(searchTickets, { take: 1 });
      const mine = await all(
        `SELECT count(*) AS n FROM trip_ticket WHERE hauler_company_id = ${h.ids.hauler.id}`,
      );
      expect(meta.total).toBe(mine[0]?.n);
      expect(await verifyAdminActions(db.read)).toBe(true);
      // The merged company's admins can read the operators' actions; other companies can't.
      const acts = await h.hauler.call(listOperatorActions, {});
      expect(acts).toMatchObject([
        {
          what: `Joined with another entry of the same company: is_hauler ${seed}`,
          reason: "One crew, added twice",
        },
      ]);
      expect(await h.rival.call(listOperatorActions, {})).toEqual([]);
      const { done } = await boss.call(getMergePage, {});
      expect(done[0]).toMatchObject({
        from: expect.stringContaining("is_mill"),
        reason: "One crew, added twice",
      });
    });

  it("records the merge as an admin action that can't be changed or deleted unnoticed", async () => {
    const { h, noted, join } = await pair(31);
    await join(noted.find((n) => n.role === "is_hauler")?.id ?? 0, h.ids.hauler.id);
    for (const change of ["UPDATE admin_action SET reason = 'none'", "DELETE FROM admin_action"])
      await expect(db.client.execute(change)).rejects.toThrow(/what was done to a company/);
    await db.client.execute("DROP TRIGGER admin_action_update_check");
    await db.client.execute("UPDATE admin_action SET reason = 'none' WHERE seq = 1");
    expect(await verifyAdminActions(db.read)).toBe(false);
    await db.client.execute("UPDATE admin_action SET reason = 'One crew, added twice' WHERE seq = 1");
    expect(await verifyAdminActions(db.read)).toBe(true);
  });

  it("merging two companies on the same job leaves one job entry with the roles of both", async () => {
    const { h, noted, join } = await pair(21);
    const from = noted.find((n) => n.role === "is_hauler")?.id ?? 0;
    const to = h.ids.logger.id;
    await makeJobCompany(db, h.ids.job, from, { is_hauler: true }, { haul_contract_name: "Haul 7" });
    await join(from, to);
    expect(
      await all(
        `SELECT is_cutter, is_hauler, haul_contract_name FROM job_company WHERE job_id = ${h.ids.job} AND company_id = ${to}`,
      ),
    ).toEqual([{ is_cutter: 1, is_hauler: 1, haul_contract_name: "Haul 7" }]);
  });

  it("keeps the removed company's members, but not as admins", async () => {
    const { h, join } = await pair(22);
    const gone = await makeCompany(db, { name: "Twin" });
    const jo = await makeUser(db, { default_company_id: gone.id }, [gone.admins]);
    await join(gone.id, h.ids.hauler.id);
    const person = await actAs(db, jo, h.ids.hauler.id);
    expect(person.actor.company?.id).toBe(h.ids.hauler.id);
    expect(person.actor.permissions.is_primary).toBe(false);
    expect(await all(`SELECT default_company_id AS id FROM user WHERE id = ${jo}`)).toEqual([
      { id: h.ids.hauler.id },
    ]);
  });

  it("refuses a merge that would lose data, with the reason", async () => {
    const { h, noted, whyNot, join, boss } = await pair(23);
    const from = noted.find((n) => n.role === "is_cutter")?.id ?? 0;
    const to = h.ids.logger.id;
    expect(await whyNot(from, to)).toEqual([]);
    expect(await whyNot(from, from)).toContain("These are already the same company.");
    expect((await whyNot(h.ids.manager.id, to)).join()).toMatch(/requested jobs.*numbered loads/);
    expect((await whyNot(h.ids.logger.id, from)).join()).toMatch(/Join them the other way/);
    const theirs = await makeCompany(db, { creator_company_id: h.ids.rival.id });
    expect((await whyNot(from, theirs.id)).join()).toMatch(/Wait until it has people/);
    const place = await makeLocation(db, from);
    expect((await whyNot(from, to)).join()).toMatch(/places on the map/);
    await db.client.execute(`DELETE FROM company_location WHERE id = ${place}`);
    const sealed = { certification_type_id: 1, license: "FSC-C1" };
    await insertRow(db, certification, { company_id: from, ...sealed });
    await insertRow(db, certification, { company_id: to, ...sealed });
    expect((await whyNot(from, to)).join()).toMatch(/certificate of the same number/);
    expect((await catchError(join(from, to))).kind).toBe("notNow");
    await db.client.execute(`UPDATE certification SET is_deleted = 1 WHERE company_id = ${from}`);
    for (const who of [h.manager, h.logger, h.rival])
      expect((await catchError(who.call(getMergePage, {}))).kind).toBe("missing");
    const { plan } = await boss.call(getMergePage, { from_id: from, to_id: to });
    await db.client.execute(`UPDATE company SET version = version + 1 WHERE id = ${to}`);
    const late = { from_version: plan?.from.version ?? 0, to_version: plan?.to.version ?? 0 };
    expect((await catchError(join(from, to, late))).kind).toBe("stale");
  });

  it("the merge includes a load created for the removed company during the merge", async () => {
    const { h, noted, join } = await pair(24);
    const from = noted.find((n) => n.role === "is_hauler")?.id ?? 0;
    const batch = db.batch.bind(db);
    let count = 0;
    let waits = true;
    db.batch = async (...args: Parameters<typeof batch>) => {
      if (waits) {
        waits = false;
        count = await h.ticket({ hauler_company_id: from });
      }
      return batch(...args);
    };
    await join(from, h.ids.hauler.id);
    db.batch = batch;
    expect(await all(`SELECT hauler_company_id AS id FROM trip_ticket WHERE id = ${count}`)).toEqual([
      { id: h.ids.hauler.id },
    ]);
  });
});
