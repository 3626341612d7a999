import { createHash } from "node:crypto";
import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import type { RowId } from "#db/inserted-id";
import { jsonListSql } from "#db/json-list";
import { prepareQuery } from "#db/prepared.server";
import { type AuditDetails, auditEntry, company, user } from "#db/schema";
import { expectOneRow } from "~/web/commit.server";
import { toDeviceRecord } from "~/web/offline-replay";
import type { Ctx, Step } from "~/web/procedure";
import { type Activity, type ChainedEntry, formatHashInput } from "../rules/history";
import { ExpectedRows } from "./recorded.server";
import { readRecordedRows } from "./rows.server";

/** Subject of a history: a ticket, or the job itself. The subject's id may be SQL for a row created in the same commit. */
export type HistorySubject = { uid: string; jobId: RowId; ticketId: RowId | null };

/** History entry that has no position in a chain yet. */
export type NewHistoryEntry = { activity: Activity; details: AuditDetails };

export const hashEntry = (prevHash: string, entry: ChainedEntry): string =>
  createHash("sha256").update(formatHashInput(prevHash, entry)).digest("hex");

/** Compute a chain's starting hash from the subject's uid, so that entries can't be moved to another subject. */
export const computeGenesisHash = (uid: string): string =>
  createHash("sha256").update(`timbertally:${uid}`).digest("hex");

/**
 * Build the steps that add entries to the end of a subject's chain. Two concurrent writers can't use the same position:
 * the chain's unique index rejects the second, and its procedure is retried.
 */
export async function buildHistorySteps(
  ctx: Ctx,
  subject: HistorySubject,
  entries: NewHistoryEntry[],
): Promise<Step[]> {
  const isNew = subject.ticketId !== null && typeof subject.ticketId !== "number";
  const [last] = isNew ? [] : await lastEntryOf(ctx.read, subject);
  let before: Last | undefined = last;
  return entries.map((entry) => {
    const next = nextEntry(ctx, subject, before, entry);
    before = next.last;
    return next.step;
  });
}

type Last = { seq: number; hash: string };

function nextEntry(
  ctx: Ctx,
  subject: HistorySubject,
  last: Last | undefined,
  { activity, details: told }: NewHistoryEntry,
) {
  const details = ctx.typed ? { ...told, ...toDeviceRecord(ctx.typed, ctx.now) } : told;
  const prev = last?.hash ?? computeGenesisHash(subject.uid);
  const entry: ChainedEntry = {
    seq: (last?.seq ?? 0) + 1,
    activity,
    creator_user_id: ctx.actor.user?.id ?? null,
    creator_company_id: ctx.actor.company?.id ?? null,
    creator_label: ctx.actor.keyName,
    created_at: ctx.now.toISOString(),
    details,
  };
  const hash = hashEntry(prev, entry);
  const step = expectOneRow(
    ctx.write.insert(auditEntry).values({
      ...entry,
      activity,
      details,
      job_id: subject.jobId,
      trip_ticket_id: subject.ticketId,
      prev_hash: prev,
      hash,
    }),
  );
  return { step, last: { seq: entry.seq, hash } };
}

/**
 * Build the steps that add one entry to each of many tickets' chains in one commit, with a single read. `entryOf`
 * returns a ticket's entry.
 */
export async function buildTicketHistorySteps<T extends { uid: string; id: number; job_id: number }>(
  ctx: Ctx,
  tickets: readonly T[],
  entryOf: (ticket: T) => NewHistoryEntry,
): Promise<Step[]> {
  const last = await ctx.read
    .select({ id: auditEntry.trip_ticket_id, seq: auditEntry.seq, hash: auditEntry.hash })
    .from(auditEntry)
    .where(
      sql`${auditEntry.trip_ticket_id} IN ${jsonListSql(tickets.map((t) => t.id))} AND ${auditEntry.seq} = (SELECT max(l.seq) FROM audit_entry l WHERE l.trip_ticket_id = ${auditEntry.trip_ticket_id})`,
    );
  return tickets.map((ticket) => {
    const subject = { uid: ticket.uid, jobId: ticket.job_id, ticketId: ticket.id };
    return nextEntry(
      ctx,
      subject,
      last.find((l) => l.id === ticket.id),
      entryOf(ticket),
    ).step;
  });
}

function chainOf(subject: Omit<HistorySubject, "uid">) {
  return subject.ticketId === null
    ? and(eq(auditEntry.job_id, subject.jobId), isNull(auditEntry.trip_ticket_id))
    : eq(auditEntry.trip_ticket_id, subject.ticketId);
}

const lastEntry = (read: Read, chain: SQL | undefined) =>
  read
    .select({ seq: auditEntry.seq, hash: auditEntry.hash })
    .from(auditEntry)
    .where(chain)
    .orderBy(desc(auditEntry.seq))
    .limit(1);

const lastEntryOfTicket = prepareQuery((read) =>
  lastEntry(read, eq(auditEntry.trip_ticket_id, sql.placeholder("ticket"))),
);

const lastEntryOf = async (read: Read, subject: HistorySubject) =>
  typeof subject.ticketId === "number"
    ? lastEntryOfTicket(read, { ticket: subject.ticketId })
    : lastEntry(read, chainOf(subject));

const selectHistory = (read: Read, whose: SQL | undefined) =>
  read
    .select({
      id: auditEntry.id,
      seq: auditEntry.seq,
      activity: auditEntry.activity,
      created_at: auditEntry.created_at,
      details: auditEntry.details,
      creator_label: auditEntry.creator_label,
      first_name: user.first_name,
      last_name: user.last_name,
      company: company.name,
    })
    .from(auditEntry)
    .leftJoin(user, eq(user.id, auditEntry.creator_user_id))
    .leftJoin(company, eq(company.id, auditEntry.creator_company_id))
    .where(whose)
    .orderBy(desc(auditEntry.seq));

const historyOfTicket = prepareQuery((read) =>
  selectHistory(read, eq(auditEntry.trip_ticket_id, sql.placeholder("ticket"))),
);

/**
 * Read a subject's history, newest first, with the user of each entry. The caller has checked that the subject is
 * visible.
 */
export const readHistory = async (read: Read, subject: { jobId: number; ticketId: number | null }) =>
  subject.ticketId === null
    ? selectHistory(read, chainOf(subject))
    : historyOfTicket(read, { ticket: subject.ticketId });

/**
 * Check whether every entry of a chain is unchanged, none is missing or added, and the ticket or job still matches its
 * entries.
 */
export async function verifyChain(
  read: Read,
  subject: { uid: string; jobId: number; ticketId: number | null },
): Promise<boolean> {
  const entries = await read.select().from(auditEntry).where(chainOf(subject)).orderBy(auditEntry.seq);
  const kind = subject.ticketId === null ? "job" : "trip_ticket";
  let prev = computeGenesisHash(subject.uid);
  const expected = new ExpectedRows(kind);
  for (const [index, entry] of entries.entries()) {
    if (entry.seq !== index + 1 || entry.prev_hash !== prev || entry.hash !== hashEntry(prev, entry))
      return false;
    prev = entry.hash;
    expected.add(entry);
  }
  if (entries.length === 0) return false;
  const [row] = await readRecordedRows(read, kind, [subject.ticketId ?? subject.jobId]);
  return row !== undefined && expected.differencesFrom(row).length === 0;
}
