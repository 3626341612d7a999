import { constants, copyFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { STATUS } from "~/domain/tickets/trip-ticket";
import { moveTicket } from "~/features/trip-tickets/move.server";
import { type Database, openDatabase } from "../db/client.server";
import { acting } from "../db/testing/acting";
import { PERSON } from "./person";

const LOADS = 45;
/** The first loads pay for statements that are prepared; a small set has hardly more. */
const WARM = 2;
const PAGE_AND_FRAME = 4096 + 24;
const WAL_HEADER = 32;

export type Completion = { ms: number; pages: number };

/** Reopen loads and drop them off again, one by one, on a copy of a set: what dropping off costs the processor and writes to the log. */
export async function measureCompletions(set: string, folder: string): Promise<Completion[]> {
  const path = join(folder, basename(set));
  copyFileSync(set, path, constants.COPYFILE_FICLONE);
  const db = await openDatabase({ url: `file:${path}` });
  const person = await requester(db);
  const { rows } = await db.client.execute({
    sql: `SELECT t.id, t.version FROM ticket_company c JOIN trip_ticket t ON t.id = c.ticket_id
           WHERE c.company_id = ? AND c.status = ? AND t.numbering_company_id = c.company_id
             AND NOT EXISTS (SELECT 1 FROM trip_ticket_settlement s WHERE s.trip_ticket_id = t.id AND s.posted_lines > 0)
           ORDER BY c.last_modified_at DESC LIMIT ?`,
    args: [person.company, STATUS.completed, LOADS],
  });
  const done: Completion[] = [];
  for (const [i, row] of rows.entries()) {
    const [id, version] = [Number(row[0]), Number(row[1]) + 1];
    await person.who.call(moveTicket, { id, verb: "reopening", version });
    await db.client.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    const from = process.cpuUsage();
    await person.who.call(moveTicket, { id, verb: "dropoff", version: version + 1 });
    const { user, system } = process.cpuUsage(from);
    const written = Math.max(0, statSync(`${path}-wal`).size - WAL_HEADER);
    if (i >= WARM) done.push({ ms: (user + system) / 1000, pages: Math.round(written / PAGE_AND_FRAME) });
  }
  await db.close();
  return done;
}

async function requester(db: Database) {
  const one = async (sql: string) => Number((await db.client.execute(sql)).rows[0]?.[0]);
  const user = await one(`SELECT id FROM user WHERE email = '${PERSON.email}'`);
  const company = await one(`SELECT default_company_id FROM user WHERE id = ${user}`);
  return { company, who: await acting(db, user, company) };
}
