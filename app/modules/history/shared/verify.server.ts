import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { auditEntry, job, tripTicket } from "#db/schema";
import type { RecordKind } from "./columns.server";
import { computeGenesisHash, hashEntry } from "./history.server";
import { ExpectedRows } from "./recorded.server";
import { readRecordedRows } from "./rows.server";

/** Entry that was altered, or at which an entry is missing or was inserted. */
type BrokenChain = { subject: string; entry: number | null; seq: number; why: string };
/** Result of a verification: `faults` counts all faults, `broken` lists some of each kind. */
export type HistoryVerification = { chains: number; entries: number; faults: number; broken: BrokenChain[] };

/** Number of entries to read at once, so that memory use doesn't grow with the total. */
const CHUNK = 1_000;
/** Number of rows to compare with their histories at once; small, because a job may have long areas. */
const ROWS = 100;
/** Maximum number of faults to name for each reason, columns included. All are counted, and no reason hides another. */
const MAX_NAMED = 100;

/** Count a fault, and list it unless its reason has reached the limit. */
function addFault(result: HistoryVerification, fault: BrokenChain): void {
  result.faults++;
  const reason = (why: string) => why.replace(/\d+/g, "");
  const named = result.broken.filter(({ why }) => reason(why) === reason(fault.why)).length;
  if (named < MAX_NAMED) result.broken.push(fault);
}

type Place = { owner: number; seq: number };

/**
 * Verify every history chain in the database, entry by entry, first tickets, then jobs. Each chain must begin with its
 * subject, miss nothing and have its original hashes, and each ticket and job must match its entries.
 */
export async function verifyHistory(read: Read): Promise<HistoryVerification> {
  const historyVerification: HistoryVerification = { chains: 0, entries: 0, faults: 0, broken: [] };
  await verifyKind(read, "trip_ticket", historyVerification);
  await verifyKind(read, "job", historyVerification);
  await withoutHistory(read, "trip_ticket", historyVerification);
  await withoutHistory(read, "job", historyVerification);
  return historyVerification;
}

async function verifyKind(read: Read, kind: RecordKind, historyVerification: HistoryVerification) {
  const owner = kind === "job" ? auditEntry.job_id : auditEntry.trip_ticket_id;
  const subject = kind === "job" ? job : tripTicket;
  const mine = kind === "job" ? isNull(auditEntry.trip_ticket_id) : isNotNull(auditEntry.trip_ticket_id);
  let from: Place = { owner: 0, seq: 0 };
  let now: Place & { prev: string } = { owner: 0, seq: 0, prev: "" };
  const say = (entry: number | null, seq: number, why: string) => {
    addFault(historyVerification, { subject: `${kind} ${now.owner}`, entry, seq, why });
  };
  const expected = new Map<number, ExpectedRows>();
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
        now = { owner: id, seq: 0, prev: computeGenesisHash(uid) };
        historyVerification.chains++;
      }
      historyVerification.entries++;
      const row = expected.get(id) ?? new ExpectedRows(kind);
      expected.set(id, row);
      row.add(entry);
      if (entry.seq !== now.seq + 1) say(entry.id, entry.seq, `entry ${now.seq + 1} is missing`);
      else if (entry.prev_hash !== now.prev)
        say(entry.id, entry.seq, "it doesn't follow from the one before it");
      if (entry.hash !== hashEntry(entry.prev_hash, entry))
        say(entry.id, entry.seq, "it was changed after it was written");
      now = { owner: id, seq: entry.seq, prev: entry.hash };
      from = { owner: id, seq: entry.seq };
    }
    const isLast = rows.length < CHUNK;
    // Skip the last subject of a chunk, because its entries may continue in the next chunk.
    await compareRows(read, kind, expected, isLast ? null : now.owner, historyVerification);
    if (isLast) return;
  }
}

/** Compare rows with their histories and remove them from memory, except the row still being read. */
async function compareRows(
  read: Read,
  kind: RecordKind,
  expected: Map<number, ExpectedRows>,
  open: number | null,
  historyVerification: HistoryVerification,
) {
  const ids = [...expected.keys()].filter((id) => id !== open);
  for (let index = 0; index < ids.length; index += ROWS)
    for (const row of await readRecordedRows(read, kind, ids.slice(index, index + ROWS))) {
      const wrong = expected.get(row.id)?.differencesFrom(row) ?? [];
      if (wrong.length)
        addFault(historyVerification, {
          subject: `${kind} ${row.id}`,
          entry: null,
          seq: 0,
          why: `its row isn't what its history made it: ${wrong.join(", ")}`,
        });
    }
  for (const id of ids) expected.delete(id);
}

/**
 * Report tickets and jobs without any history entry. Creation always writes an entry, so all entries of such a record
 * were lost.
 */
async function withoutHistory(read: Read, kind: RecordKind, historyVerification: HistoryVerification) {
  const [table, entries] =
    kind === "job"
      ? [job, sql`SELECT 1 FROM audit_entry a WHERE a.job_id = job.id AND a.trip_ticket_id IS NULL`]
      : [tripTicket, sql`SELECT 1 FROM audit_entry a WHERE a.trip_ticket_id = trip_ticket.id`];
  const rows = await read.select({ id: table.id }).from(table).where(sql`NOT EXISTS (${entries})`);
  for (const { id } of rows)
    addFault(historyVerification, {
      subject: `${kind} ${id}`,
      entry: null,
      seq: 1,
      why: "it has no history at all",
    });
}
