import { cpSync, existsSync } from "node:fs";
import { openDatabase } from "#db/client.server";
import { verifyChain } from "~/modules/history/shared/history.server";
import type { SoakLog } from "./soak-people";

/** Queries that count faults, by the fault's name; each count is zero in a correct database. */
const NOUGHT: Record<string, string> = {
  "numbers that two tickets have":
    "SELECT count(*) FROM (SELECT 1 FROM trip_ticket GROUP BY numbering_company_id, trip_ticket_number HAVING count(*) > 1)",
  "load numbers that two tickets have":
    "SELECT count(*) FROM (SELECT 1 FROM trip_ticket GROUP BY job_id, load_number HAVING count(*) > 1)",
  "submissions that were applied twice":
    "SELECT count(*) FROM (SELECT 1 FROM submission WHERE outcome = 'applied' GROUP BY actor, submission_id HAVING count(*) > 1)",
  "readers that the rule has and the list has not":
    "SELECT count(*) FROM (SELECT trip_ticket_id, company_id, status FROM trip_ticket_reader EXCEPT SELECT ticket_id, company_id, status FROM ticket_company)",
  "readers that the list has and the rule has not":
    "SELECT count(*) FROM (SELECT ticket_id, company_id FROM ticket_company EXCEPT SELECT trip_ticket_id, company_id FROM trip_ticket_reader)",
  "counters that differ from what they count":
    "SELECT count(*) FROM (SELECT company_id, status, n FROM company_status_count WHERE n <> 0 EXCEPT SELECT company_id, status, count(*) FROM ticket_company GROUP BY 1, 2)",
  "broken references": "SELECT count(*) FROM pragma_foreign_key_check",
};

/**
 * List the faults in a database after a soak as sentences, checked in a copy. `first` is the id of the soak's first
 * ticket.
 */
export async function findSoakFaults(
  file: string,
  copy: string,
  diary: SoakLog,
  first: number,
): Promise<string[]> {
  for (const suffix of ["", "-wal"]) if (existsSync(file + suffix)) cpSync(file + suffix, copy + suffix);
  const db = await openDatabase({ url: `file:${copy}` });
  const wrong: string[] = [];
  try {
    const all = async (sql: string, args: (string | number)[] = []) =>
      (await db.client.execute({ sql, args })).rows;
    const one = async (sql: string, args?: (string | number)[]) => (await all(sql, args))[0]?.[0];
    const sound = await one("PRAGMA integrity_check");
    if (sound !== "ok") wrong.push(`integrity_check: ${sound}`);
    for (const [what, sql] of Object.entries(NOUGHT)) {
      const n = Number(await one(sql));
      if (n) wrong.push(`${n} ${what}`);
    }
    const applied = new Map<string, number>();
    for (const row of await all(
      "SELECT submission_id, json_extract(result, '$.id') AS ticket FROM submission WHERE outcome = 'applied' AND route = '/trip-tickets/new'",
    ))
      applied.set(String(row.submission_id), Number(row.ticket));
    for (const [submission, path] of diary.made)
      if (path !== `/trip-tickets/${applied.get(submission)}`)
        wrong.push(`${submission} was acknowledged with ${path} and made ${applied.get(submission)}`);
    const tickets = await all("SELECT id, uid, job_id, version FROM trip_ticket WHERE id >= ?", [first]);
    if (tickets.length !== diary.made.size)
      wrong.push(`${diary.made.size} tickets were acknowledged and ${tickets.length} are there`);
    for (const { id, uid, job_id } of tickets) {
      const subject = { uid: String(uid), jobId: Number(job_id), ticketId: Number(id) };
      if (!(await verifyChain(db.read, subject))) wrong.push(`the history of ${id} does not verify`);
    }
    const unheard = await one(
      `SELECT count(*) FROM trip_ticket t WHERE id >= ? AND version <>
         (SELECT count(*) FROM audit_entry a WHERE a.trip_ticket_id = t.id AND a.activity IN ('trip_ticket_created', 'trip_ticket_updated'))`,
      [first],
    );
    if (unheard) wrong.push(`${unheard} tickets whose changes are not all in their history`);
    const comments = Number(await one("SELECT count(*) FROM comment WHERE trip_ticket_id >= ?", [first]));
    if (comments !== diary.comments)
      wrong.push(`${diary.comments} comments were acknowledged and ${comments} are there`);
  } finally {
    await db.close();
  }
  return wrong;
}
