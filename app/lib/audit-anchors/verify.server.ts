import { asc, sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { auditChainHead } from "#db/schema";
import {
  type AnchorLine,
  CHAIN_SOURCE_NAMES,
  CHAIN_SOURCES,
  type ChainPositions,
  EMPTY_POSITIONS,
  GENESIS_LINE_HASH,
  parseAnchor,
  readAllAnchors,
  summarizeChains,
} from "./anchors.server";
import { hashLine, verifyLine } from "./signing.server";

/** Anchor line as published or mailed: its number and its hash. */
export type PublishedAnchor = { seq: number; hash: string };
export type AnchorVerification = {
  anchors: number;
  /** Time of the last line; null before the first. */
  last: string | null;
  /** Number of entries after the last line, which nothing proves yet. */
  since: number;
  broken: string[];
};

/** Maximum number of faults to list; more would add nothing. */
const MAX_NAMED = 100;
const HEADS = 5_000;

/**
 * Verify the list of anchors and compare the chains with it. Each line must be signed and follow the previous line, its
 * entries must be present and unchanged, and no chain may end before its anchored entry. `published` are lines known
 * from outside; report any that is missing from the list or differs. `keys` are this site's public keys, without which
 * anyone could have signed the list again.
 */
export async function verifyAnchors(
  read: Read,
  { published = [], keys }: { published?: readonly PublishedAnchor[]; keys?: readonly string[] } = {},
): Promise<AnchorVerification> {
  const broken: string[] = [];
  const say = (what: string) => {
    if (broken.length < MAX_NAMED) broken.push(what);
  };
  const anchors = await readAllAnchors(read);
  let before: { line: AnchorLine | null; hash: string } = { line: null, hash: GENESIS_LINE_HASH };
  for (const [i, { seq, line: text, hash, signature }] of anchors.entries()) {
    const line = parseAnchor(text);
    if (!line || line.seq !== seq || seq !== i + 1) say(`anchor ${seq}: it isn't a line of the list`);
    else if (hash !== hashLine(text) || line.prev !== before.hash)
      say(`anchor ${seq}: it doesn't follow from the one before it`);
    else if (!verifyLine(text, signature, line.key)) say(`anchor ${seq}: its signature doesn't hold`);
    else if (keys && !keys.includes(line.key))
      say(`anchor ${seq}: it was signed by a key that isn't this site's`);
    else await compareStretch(read, before.line?.through ?? EMPTY_POSITIONS, line, say);
    before = { line, hash };
  }
  await compareHeads(read, say);
  for (const { seq, hash } of published)
    if (anchors[seq - 1]?.hash !== hash)
      say(`anchor ${seq}: it isn't the one that was published${anchors[seq - 1] ? "" : ": it is missing"}`);
  return {
    anchors: anchors.length,
    last: before.line?.at ?? null,
    since: await entriesAfter(read, before.line?.through ?? EMPTY_POSITIONS),
    broken,
  };
}

async function compareStretch(
  read: Read,
  after: ChainPositions,
  line: AnchorLine,
  say: (what: string) => void,
) {
  const { entries, chains, root } = await summarizeChains(read, after, line.through);
  if (entries !== line.entries)
    say(
      `anchor ${line.seq} of ${line.at.slice(0, 10)}: it went over ${line.entries} entries, and ${entries} are there`,
    );
  else if (chains !== line.chains || root !== line.root)
    say(`anchor ${line.seq} of ${line.at.slice(0, 10)}: the entries that it went over aren't the same`);
}

/** Report chains that end before their anchored entry or differ from it. */
async function compareHeads(read: Read, say: (what: string) => void) {
  for (const source of CHAIN_SOURCE_NAMES) {
    const { table, kind, subject } = CHAIN_SOURCES[source];
    const kinds = source === "audit_entry" ? ["ticket", "job"] : [kind.replaceAll("'", "")];
    for (const of of kinds) {
      for (let after = -1; ; ) {
        const heads = await read
          .select()
          .from(auditChainHead)
          .where(sql`${auditChainHead.kind} = ${of} AND ${auditChainHead.subject_id} > ${after}`)
          .orderBy(asc(auditChainHead.subject_id))
          .limit(HEADS);
        const wrong = await read
          .select({
            subject_id: sql<number>`h.subject_id`,
            seq: sql<number>`h.seq`,
            anchor: sql<number>`h.anchor_seq`,
            hash: sql<
              string | null
            >`(SELECT e.hash FROM ${sql.raw(table)} e WHERE ${sql.raw(chainOf(of, subject))} AND e.seq = h.seq)`,
            anchored: sql<string>`h.hash`,
          })
          .from(sql`audit_chain_head h`)
          .where(
            sql`h.kind = ${of} AND h.subject_id > ${after} AND h.subject_id <= ${heads.at(-1)?.subject_id ?? -1}`,
          )
          .then((rows) => rows.filter(({ hash, anchored }) => hash !== anchored));
        for (const { subject_id, seq, anchor, hash } of wrong)
          say(
            hash === null
              ? `${nameOf(of, subject_id)}: its end was cut off: entry ${seq}, which anchor ${anchor} went over, is missing`
              : `${nameOf(of, subject_id)}: entry ${seq} isn't the one that anchor ${anchor} went over`,
          );
        const last = heads.at(-1);
        if (!last || heads.length < HEADS) break;
        after = last.subject_id;
      }
    }
  }
}

const nameOf = (kind: string, id: number) =>
  kind === "acts" ? "what was done by those who run the site" : `${kind} ${id}`;

/** Condition that matches a chain head's entries, written to use the table's index. */
function chainOf(kind: string, subject: string): string {
  if (kind === "ticket") return "e.trip_ticket_id = h.subject_id";
  if (kind === "job") return "e.job_id = h.subject_id AND e.trip_ticket_id IS NULL";
  return kind === "acts" ? "1" : `e.${subject} = h.subject_id`;
}

async function entriesAfter(
  read: Read,
  { audit_entry, settlement_event, admin_act }: ChainPositions,
): Promise<number> {
  const [row] = await read
    .select({
      n: sql<number>`(SELECT count(*) FROM audit_entry WHERE id > ${audit_entry})
        + (SELECT count(*) FROM settlement_event WHERE id > ${settlement_event})
        + (SELECT count(*) FROM admin_action WHERE id > ${admin_act})`,
    })
    .from(sql`(SELECT 1)`);
  return row?.n ?? 0;
}
