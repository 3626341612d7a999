import { createHash } from "node:crypto";
import { asc, desc, sql } from "drizzle-orm";
import { z } from "zod";
import type { Read } from "#db/client.server";
import { auditAnchor } from "#db/schema";
import { hashLine } from "./signing.server";

/**
 * Append-only tables that contain hash chains, with the name and owner of each chain. A settlement statement's position
 * in its pair's chain is in the entry that posted it. Signed lines contain these keys, so a key never changes even if
 * its table is renamed, as `admin_act` was.
 */
export const CHAIN_SOURCES = {
  audit_entry: {
    table: "audit_entry",
    kind: "CASE WHEN trip_ticket_id IS NULL THEN 'job' ELSE 'ticket' END",
    subject: "coalesce(trip_ticket_id, job_id)",
  },
  settlement_event: { table: "settlement_event", kind: "'statement'", subject: "settlement_statement_id" },
  admin_act: { table: "admin_action", kind: "'acts'", subject: "0" },
} as const;
export type ChainSource = keyof typeof CHAIN_SOURCES;
export const CHAIN_SOURCE_NAMES = [
  "audit_entry",
  "settlement_event",
  "admin_act",
] as const satisfies readonly ChainSource[];

const through = z.object({
  audit_entry: z.number().int(),
  settlement_event: z.number().int(),
  admin_act: z.number().int(),
});
export type ChainPositions = z.output<typeof through>;
export const EMPTY_POSITIONS: ChainPositions = { audit_entry: 0, settlement_event: 0, admin_act: 0 };

/** Signed content of an anchor line, exactly as stored. */
const anchorLine = z.object({
  seq: z.number().int(),
  at: z.string(),
  /** Last entry of each table that the line covers. Each line begins after the entries of the previous line. */
  through,
  /** Number of covered entries, and of the chains that contain them. */
  entries: z.number().int(),
  chains: z.number().int(),
  /** SHA-256 over the newest covered entry of each chain, one text line each. */
  root: z.string(),
  /** Hash of the previous line. */
  prev: z.string(),
  key: z.string(),
});
export type AnchorLine = z.output<typeof anchorLine>;

/** Value of `prev` in the first line. */
export const GENESIS_LINE_HASH = hashLine("timbertally:anchors");

/** Parse a stored line; null if malformed. */
export function parseAnchor(text: string): AnchorLine | null {
  try {
    return anchorLine.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** SQL for the newest entry of each chain among a table's entries after `after` and up to `last`. */
export const buildChainHeadsSql = (source: ChainSource, after: number, last: number): string => {
  const { table, kind, subject } = CHAIN_SOURCES[source];
  return `SELECT ${kind} AS kind, ${subject} AS subject_id, max(seq) AS seq, hash
    FROM ${table} WHERE id > ${after} AND id <= ${last} GROUP BY 1, 2`;
};

type Head = { kind: string; subject_id: number; seq: number; hash: string };

/** Summarize a range of entries: the number of entries and of chains, and the hash over each chain's newest entry. */
export async function summarizeChains(read: Read, after: ChainPositions, upTo: ChainPositions) {
  const digest = createHash("sha256");
  let entries = 0;
  let chains = 0;
  for (const source of CHAIN_SOURCE_NAMES) {
    const [from, to] = [after[source], upTo[source]];
    if (from >= to) continue;
    const [[counted], heads] = await Promise.all([
      read
        .select({ n: sql<number>`count(*)` })
        .from(sql.raw(CHAIN_SOURCES[source].table))
        .where(sql`id > ${from} AND id <= ${to}`),
      read
        .select({
          kind: sql<string>`h.kind`,
          subject_id: sql<number>`h.subject_id`,
          seq: sql<number>`h.seq`,
          hash: sql<string>`h.hash`,
        })
        .from(sql`(${sql.raw(buildChainHeadsSql(source, from, to))}) h`)
        .orderBy(sql`1, 2`),
    ]);
    entries += counted?.n ?? 0;
    chains += heads.length;
    for (const head of heads) digest.update(wordsOfHead(head));
  }
  return { entries, chains, root: digest.digest("hex") };
}

const wordsOfHead = ({ kind, subject_id, seq, hash }: Head) => `${kind} ${subject_id} ${seq} ${hash}\n`;

export type StoredAnchor = typeof auditAnchor.$inferSelect;

/** Return the last anchor line, if there is one. */
export async function readLastAnchor(read: Read): Promise<StoredAnchor | null> {
  const [row] = await read.select().from(auditAnchor).orderBy(desc(auditAnchor.seq)).limit(1);
  return row ?? null;
}

/** Return all anchor lines, oldest first. */
export const readAllAnchors = (read: Read): Promise<StoredAnchor[]> =>
  read.select().from(auditAnchor).orderBy(asc(auditAnchor.seq));
