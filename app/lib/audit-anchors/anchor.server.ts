import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Read, Statement } from "#db/client.server";
import { selectInsertedId } from "#db/inserted-id";
import { adminAction, auditEntry, settlementEvent } from "#db/schema";
import { buildRequestedMessageSteps } from "~/lib/mail/write.server";
import { defineTask, type TaskContext } from "~/lib/queue/work.server";
import type { App } from "~/web/app.server";
import { allowAnyRows, commitSteps } from "~/web/commit.server";
import { env } from "~/web/env.server";
import {
  type AnchorLine,
  buildChainHeadsSql,
  CHAIN_SOURCE_NAMES,
  type ChainPositions,
  EMPTY_POSITIONS,
  GENESIS_LINE_HASH,
  parseAnchor,
  readLastAnchor,
  summarizeChains,
} from "./anchors.server";
import { deriveAnchorKeys, exportPublicKey, hashLine, signLine } from "./signing.server";

/** Maximum number of a table's entries in one anchor line; further entries go into another line. */
const MAX_ENTRIES = 20_000;

/**
 * Write today's anchor line unless it already exists; runs hourly on one server. The line contains the signed heads of
 * all hash chains and is mailed to `ANCHOR_EMAIL`, so that the operator can't change it later.
 */
export const anchorChainsJob = defineTask({
  name: "anchor of the chains",
  input: z.strictObject({}),
  every: 60,
  run: (app, _input, doing) => writeAnchor(app, doing),
});

/** Write as many anchor lines as are needed to include all entries; do nothing if today's line exists. */
export async function writeAnchor(
  { db, now }: Pick<App, "db" | "now">,
  { heartbeat }: Pick<TaskContext, "heartbeat"> = { heartbeat: async () => {} },
): Promise<void> {
  const before = await readLastAnchor(db.read);
  const date = now();
  if (before && parseAnchor(before.line)?.at.slice(0, 10) === date.toISOString().slice(0, 10)) return;
  const ends = await newestEntries(db.read);
  let wrote: { line: AnchorLine; hash: string; signature: string } | null = null;
  for (;;) {
    await heartbeat();
    await setImmediate();
    const last = wrote?.line ?? (before && parseAnchor(before.line));
    const after = last?.through ?? EMPTY_POSITIONS;
    if (wrote && CHAIN_SOURCE_NAMES.every((source) => after[source] >= ends[source])) break;
    const upTo = stretch(after, ends);
    const [key] = deriveAnchorKeys(env().QR_KEYS);
    if (!key) throw new Error("QR_KEYS names no key");
    const line: AnchorLine = {
      seq: (last?.seq ?? 0) + 1,
      at: date.toISOString(),
      through: upTo,
      ...(await summarizeChains(db.read, after, upTo)),
      prev: wrote?.hash ?? before?.hash ?? GENESIS_LINE_HASH,
      key: exportPublicKey(key),
    };
    const text = JSON.stringify(line);
    wrote = { line, hash: hashLine(text), signature: signLine(text, key) };
    await db.batch(keeping(wrote, text, after), { unread: true });
  }
  await mailed(db, date, wrote);
}

const stretch = (after: ChainPositions, ends: ChainPositions): ChainPositions => {
  const upTo = (source: keyof ChainPositions) =>
    Math.max(after[source], Math.min(ends[source], after[source] + MAX_ENTRIES));
  return {
    audit_entry: upTo("audit_entry"),
    settlement_event: upTo("settlement_event"),
    admin_act: upTo("admin_act"),
  };
};

async function newestEntries(read: Read): Promise<ChainPositions> {
  const [row] = await read
    .select({
      audit_entry: sql<number>`coalesce(${selectInsertedId(auditEntry)}, 0)`,
      settlement_event: sql<number>`coalesce(${selectInsertedId(settlementEvent)}, 0)`,
      admin_act: sql<number>`coalesce(${selectInsertedId(adminAction)}, 0)`,
    })
    .from(sql`(SELECT 1)`);
  return row ?? EMPTY_POSITIONS;
}

/**
 * Write the line and the chain heads that it covers in one batch. The line number is unique, so a second line by a
 * concurrent server is rejected.
 */
function keeping(
  { line, hash, signature }: { line: AnchorLine; hash: string; signature: string },
  text: string,
  after: ChainPositions,
): Statement[] {
  return [
    {
      sql: "INSERT INTO audit_anchor (seq, line, hash, signature) VALUES (?, ?, ?, ?)",
      params: [line.seq, text, hash, signature],
    },
    ...CHAIN_SOURCE_NAMES.filter((source) => line.through[source] > after[source]).map((source) => ({
      sql: `INSERT INTO audit_chain_head (kind, subject_id, seq, hash, anchor_seq)
        SELECT kind, subject_id, seq, hash, ? FROM (${buildChainHeadsSql(source, after[source], line.through[source])}) WHERE true
        ON CONFLICT (kind, subject_id) DO UPDATE SET seq = excluded.seq, hash = excluded.hash, anchor_seq = excluded.anchor_seq`,
      params: [line.seq],
    })),
  ];
}

async function mailed(
  db: App["db"],
  date: Date,
  { line, hash, signature }: { line: AnchorLine; hash: string; signature: string },
) {
  const mail = {
    subject: `Anchor ${line.seq} of the history`,
    text: [
      `Keep this email: it proves what the history of ${new URL(env().PUBLIC_URL).hostname} was, and that nothing was cut off later.`,
      {
        lines: [
          `Line: ${line.seq}`,
          `Hash of the line: ${hash}`,
          `Signature: ${signature}`,
          `Public key: ${line.key}`,
          `Entries: ${line.entries}, chains: ${line.chains}`,
        ],
      },
    ],
    topic: `anchor:${line.seq}`,
  };
  const steps = (env().ANCHOR_EMAIL ?? []).flatMap((to) =>
    buildRequestedMessageSteps({ now: date }, "mail", { ...mail, to }, null),
  );
  if (steps.length) await commitSteps(db, [allowAnyRows(sql`SELECT 1`), ...steps], {}, null);
}
