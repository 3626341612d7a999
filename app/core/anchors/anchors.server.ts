import { createHash } from "node:crypto";
import { asc, desc, sql } from "drizzle-orm";
import { z } from "zod";
import type { Read } from "#db/client.server";
import { chainAnchor } from "#db/schema";
import { hashOfLine } from "./signing.server";

/**
 * The tables that hold chains of hashes, each only ever added to: what a chain is called, and whose it is. A statement's
 * place in its pair's chain is in the entry of its posting.
 */
export const SOURCES = {
  audit_entry: {
    kind: "CASE WHEN trip_ticket_id IS NULL THEN 'job' ELSE 'ticket' END",
    subject: "coalesce(trip_ticket_id, job_id)",
  },
  settlement_event: { kind: "'statement'", subject: "settlement_statement_id" },
  admin_act: { kind: "'acts'", subject: "0" },
} as const;
export type ChainSource = keyof typeof SOURCES;
export const SOURCE_NAMES = [
  "audit_entry",
  "settlement_event",
  "admin_act",
] as const satisfies readonly ChainSource[];

const through = z.object({
  audit_entry: z.number().int(),
  settlement_event: z.number().int(),
  admin_act: z.number().int(),
});
export type Through = z.output<typeof through>;
export const NOTHING: Through = { audit_entry: 0, settlement_event: 0, admin_act: 0 };

/** What is signed, word by word. */
const anchorLine = z.object({
  seq: z.number().int(),
  at: z.string(),
  /** Up to which entry of each table it goes; it begins where the line before ended. */
  through,
  /** How many entries those are, and of how many chains. */
  entries: z.number().int(),
  chains: z.number().int(),
  /** SHA-256 over the newest entry of each of these chains, a line for each. */
  root: z.string(),
  /** The hash of the line before. */
  prev: z.string(),
  key: z.string(),
});
export type AnchorLine = z.output<typeof anchorLine>;

/** What the first line follows. */
export const FIRST_LINE = hashOfLine("timbertally:anchors");

/** A line that was kept; null if it isn't one. */
export function readAnchor(text: string): AnchorLine | null {
  try {
    return anchorLine.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** The newest entry of each chain among the entries of a table after one and through another, in SQL. */
export const headsSql = (source: ChainSource, after: number, last: number): string => {
  const { kind, subject } = SOURCES[source];
  return `SELECT ${kind} AS kind, ${subject} AS subject_id, max(seq) AS seq, hash
    FROM ${source} WHERE id > ${after} AND id <= ${last} GROUP BY 1, 2`;
};

type Head = { kind: string; subject_id: number; seq: number; hash: string };

/** What a stretch of entries comes to: how many, of how many chains, and the hash over the newest of each. */
export async function sumUp(read: Read, after: Through, upTo: Through) {
  const digest = createHash("sha256");
  let entries = 0;
  let chains = 0;
  for (const source of SOURCE_NAMES) {
    const [from, to] = [after[source], upTo[source]];
    if (from >= to) continue;
    const [[counted], heads] = await Promise.all([
      read
        .select({ n: sql<number>`count(*)` })
        .from(sql.raw(source))
        .where(sql`id > ${from} AND id <= ${to}`),
      read
        .select({
          kind: sql<string>`h.kind`,
          subject_id: sql<number>`h.subject_id`,
          seq: sql<number>`h.seq`,
          hash: sql<string>`h.hash`,
        })
        .from(sql`(${sql.raw(headsSql(source, from, to))}) h`)
        .orderBy(sql`1, 2`),
    ]);
    entries += counted?.n ?? 0;
    chains += heads.length;
    for (const head of heads) digest.update(wordsOfHead(head));
  }
  return { entries, chains, root: digest.digest("hex") };
}

const wordsOfHead = ({ kind, subject_id, seq, hash }: Head) => `${kind} ${subject_id} ${seq} ${hash}\n`;

export type KeptAnchor = typeof chainAnchor.$inferSelect;

/** The last line, where there is one. */
export async function lastAnchor(read: Read): Promise<KeptAnchor | null> {
  const [row] = await read.select().from(chainAnchor).orderBy(desc(chainAnchor.seq)).limit(1);
  return row ?? null;
}

/** The whole list, the first line first. */
export const allAnchors = (read: Read): Promise<KeptAnchor[]> =>
  read.select().from(chainAnchor).orderBy(asc(chainAnchor.seq));
