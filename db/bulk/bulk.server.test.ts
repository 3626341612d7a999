import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { chainIsIntact } from "~/core/history/history.server";
import { createTicket } from "~/features/trip-tickets/create.server";
import { getTicketPage } from "~/features/trip-tickets/detail.server";
import { type Database, openDatabase } from "../client.server";
import { makeUser } from "../factories";
import { acting } from "../testing/acting";
import { seedBulk } from "./bulk";

/** A large set needs a file. Where better-sqlite3 couldn't be compiled, there's nothing to test. */
const installed = (() => {
  try {
    createRequire(import.meta.url)("better-sqlite3");
    return true;
  } catch {
    return false;
  }
})();
const onFile = process.env.TEST_TRANSPORT === "file" && installed;

const TICKETS = 5_000;
let folder = "";
let db: Database;

beforeAll(async () => {
  if (!onFile) return;
  folder = mkdtempSync(join(tmpdir(), "timbertally-bulk-"));
  const path = join(folder, "bulk.db");
  cpSync(inject("baseDatabase"), path);
  await seedBulk(path, TICKETS, new Date("2026-11-20T12:00:00.000Z"), () => {});
  db = await openDatabase({ url: `file:${path}` });
}, 120_000);
afterAll(() => {
  if (!onFile) return;
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

async function biggestCompany() {
  const { rows } = await db.client.execute({
    sql: "SELECT company_id, sum(n) AS n FROM company_status_count GROUP BY 1 ORDER BY 2 DESC LIMIT 1",
    args: [],
  });
  const company = Number(rows[0]?.company_id);
  const crew = await db.client.execute({
    sql: "SELECT id FROM crew WHERE company_id = ? AND is_primary = 1",
    args: [company],
  });
  return acting(db, await makeUser(db, {}, [Number(crew.rows[0]?.id)]), company);
}

test.runIf(onFile)(
  "the set is whole: counts, keys, stored visibility, chains, numbers that continue",
  async () => {
    const one = async (sql: string) => (await db.client.execute({ sql, args: [] })).rows[0];
    expect((await one("SELECT count(*) AS n FROM trip_ticket"))?.n).toBe(TICKETS);
    expect((await one("PRAGMA integrity_check"))?.integrity_check).toBe("ok");
    expect(await one("PRAGMA foreign_key_check")).toBeUndefined();
    const differs =
      "SELECT count(*) AS n FROM (SELECT ticket_id, company_id FROM ticket_company EXCEPT SELECT trip_ticket_id, company_id FROM trip_ticket_reader)";
    expect((await one(differs))?.n).toBe(0);
    const counted =
      "SELECT (SELECT sum(n) FROM company_status_count) - (SELECT count(*) FROM ticket_company) AS d";
    expect((await one(counted))?.d).toBe(0);
    const ticket = await one("SELECT id, uid, job_id FROM trip_ticket ORDER BY id DESC LIMIT 1");
    expect(
      await chainIsIntact(db.read, {
        uid: String(ticket?.uid),
        jobId: Number(ticket?.job_id),
        ticketId: Number(ticket?.id),
      }),
    ).toBe(true);
    const person = await biggestCompany();
    const mine = await one(
      `SELECT j.id AS job, d.id AS destination, max(t.trip_ticket_number) AS last FROM job j JOIN job_destination d ON d.job_id = j.id JOIN trip_ticket t ON t.numbering_company_id = j.request_user_company_id WHERE j.request_user_company_id = ${person.actor.company?.id}`,
    );
    const { id } = await person.call(createTicket, {
      job_id: Number(mine?.job),
      job_destination_id: Number(mine?.destination),
      product: "5-746-0",
    });
    expect((await person.call(getTicketPage, { id })).number).toBe(Number(mine?.last) + 1);
  },
);
