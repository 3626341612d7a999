import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { auditEntry, job, tripTicket } from "#db/schema";
import type { RecordKind } from "./columns.server";
import { genesis, hashOf } from "./history.server";
import { Expected } from "./recorded.server";
import { recordedRows } from "./rows.server";

/** An entry that does not say any more what it said, or where one is missing or was put in. */
type Broken = { subject: string; entry: number | null; seq: number; why: string };
/** `faults` counts all, `broken` names some of each kind. */
export type Verified = { chains: number; entries: number; faults: number; broken: Broken[] };

/** So many entries are read at once; memory stays the same however many there are. */
const CHUNK = 1_000;
/** So many rows are held against their histories at once: a job may have long areas. */
const ROWS = 100;
/** Maximum number of faults to name for each reason. All are counted, and no reason hides another. */
const MAX_NAMED = 100;

/** Count a fault, and name it unless enough of its reason are named. */
function addFault(result: Verified, fault: Broken): void {
  result.faults++;
  const reason = (why: string) => why.split(/[:\d]/)[0];
  const named = result.broken.filter(({ why }) => reason(why) === reason(fault.why)).length;
  if (named < MAX_NAMED) result.broken.push(fault);
}

type Place = { owner: number; seq: number };

/**
 * Checks every chain of history in the database, entry by entry: that it begins with its subject, that nothing is
 * missing, that each entry still has the hash it was written with, and that each ticket and each job is what its entries
 * made it. Tickets' chains first, then the jobs'.
 */
export async function verifyHistory(read: Read): Promise<Verified> {
  const found: Verified = { chains: 0, entries: 0, faults: 0, broken: [] };
  await verifyKind(read, "trip_ticket", found);
  await verifyKind(read, "job", found);
  await withoutHistory(read, "trip_ticket", found);
  await withoutHistory(read, "job", found);
  return found;
}

async function verifyKind(read: Read, kind: RecordKind, found: Verified) {
  const owner = kind === "job" ? auditEntry.job_id : auditEntry.trip_ticket_id;
  const subject = kind === "job" ? job : tripTicket;
  const mine = kind === "job" ? isNull(auditEntry.trip_ticket_id) : isNotNull(auditEntry.trip_ticket_id);
  let from: Place = { owner: 0, seq: 0 };
  let now: Place & { prev: string } = { owner: 0, seq: 0, prev: "" };
  const say = (entry: number | null, seq: number, why: string) => {
    addFault(found, { subject: `${kind} ${now.owner}`, entry, seq, why });
  };
  const expected = new Map<number, Expected>();
  for (;;) {
    const rows = await read
      .select({ entry: auditEntry, owner: sql<number>`${owner}`, uid: subject.uid })
      .from(auditEntry)
      .innerJoin(subject, eq(subject.id, owner))
      .where(and(mine, sql`(${owner}, ${auditEntry.seq}) > (${from.owner}, ${from.seq})`))
      .orderBy(asc(owner), asc(auditEntry.seq))
      .limit(CHUNK);
    for (const { entry, owner: id, uid } of rows) {
      if (id !== now.owner) {
        now = { owner: id, seq: 0, prev: genesis(uid) };
        found.chains++;
      }
      found.entries++;
      const row = expected.get(id) ?? new Expected(kind);
      expected.set(id, row);
      row.add(entry);
      if (entry.seq !== now.seq + 1) say(entry.id, entry.seq, `entry ${now.seq + 1} is missing`);
      else if (entry.prev_hash !== now.prev)
        say(entry.id, entry.seq, "it doesn't follow from the one before it");
      if (entry.hash !== hashOf(entry.prev_hash, entry))
        say(entry.id, entry.seq, "it was changed after it was written");
      now = { owner: id, seq: entry.seq, prev: entry.hash };
      from = { owner: id, seq: entry.seq };
    }
    const isLast = rows.length < CHUNK;
    // What is at the end of a chunk may have more entries in the next one.
    await compareRows(read, kind, expected, isLast ? null : now.owner, found);
    if (isLast) return;
  }
}

/** Holds rows against what their histories made them, all but the one that is still being read, and forgets them. */
async function compareRows(
  read: Read,
  kind: RecordKind,
  expected: Map<number, Expected>,
  open: number | null,
  found: Verified,
) {
  const ids = [...expected.keys()].filter((id) => id !== open);
  for (let at = 0; at < ids.length; at += ROWS)
    for (const row of await recordedRows(read, kind, ids.slice(at, at + ROWS))) {
      const wrong = expected.get(row.id)?.differencesFrom(row) ?? [];
      if (wrong.length)
        addFault(found, {
          subject: `${kind} ${row.id}`,
          entry: null,
          seq: 0,
          why: `its row isn't what its history made it: ${wrong.join(", ")}`,
        });
    }
  for (const id of ids) expected.delete(id);
}

/** A ticket and a job begin with an entry; one without any has lost them all. */
async function withoutHistory(read: Read, kind: RecordKind, found: Verified) {
  const [table, entries] =
    kind === "job"
      ? [job, sql`SELECT 1 FROM audit_entry a WHERE a.job_id = job.id AND a.trip_ticket_id IS NULL`]
      : [tripTicket, sql`SELECT 1 FROM audit_entry a WHERE a.trip_ticket_id = trip_ticket.id`];
  const rows = await read.select({ id: table.id }).from(table).where(sql`NOT EXISTS (${entries})`);
  for (const { id } of rows)
    addFault(found, { subject: `${kind} ${id}`, entry: null, seq: 1, why: "it has no history at all" });
}
