import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Read, Statement } from "#db/client.server";
import { newest } from "#db/newest";
import { adminAct, auditEntry, settlementEvent } from "#db/schema";
import { askedForSteps } from "~/core/outbox/write.server";
import { type Doing, work } from "~/core/work/work.server";
import type { App } from "~/web/app.server";
import { commitSteps, mayMiss } from "~/web/commit.server";
import { env } from "~/web/env.server";
import {
  type AnchorLine,
  FIRST_LINE,
  headsSql,
  lastAnchor,
  NOTHING,
  readAnchor,
  SOURCE_NAMES,
  sumUp,
  type Through,
} from "./anchors.server";
import { anchorKeys, hashOfLine, publicHalf, signLine } from "./signing.server";

/** One line goes over so many entries of a table at most; where there are more, another follows. */
const MOST_ENTRIES = 20_000;

/**
 * Looks once an hour whether today's line is written, by one server for all: what every chain of hashes has come to,
 * signed, and mailed to `ANCHOR_EMAIL`, where the operator can't take it back.
 */
export const anchorChains = work({
  name: "anchor of the chains",
  input: z.strictObject({}),
  every: 60,
  run: (app, _input, doing) => anchorNow(app, doing),
});

/** Writes today's line, and as many as it takes to have all entries in one; nothing where that was done today. */
export async function anchorNow(
  { db, now }: Pick<App, "db" | "now">,
  { heartbeat }: Pick<Doing, "heartbeat"> = { heartbeat: async () => {} },
): Promise<void> {
  const before = await lastAnchor(db.read);
  const at = now();
  if (before && readAnchor(before.line)?.at.slice(0, 10) === at.toISOString().slice(0, 10)) return;
  const ends = await newestEntries(db.read);
  let wrote: { line: AnchorLine; hash: string; signature: string } | null = null;
  for (;;) {
    await heartbeat();
    await setImmediate();
    const last = wrote?.line ?? (before && readAnchor(before.line));
    const after = last?.through ?? NOTHING;
    if (wrote && SOURCE_NAMES.every((source) => after[source] >= ends[source])) break;
    const upTo = stretch(after, ends);
    const [key] = anchorKeys(env().QR_KEYS);
    if (!key) throw new Error("QR_KEYS names no key");
    const line: AnchorLine = {
      seq: (last?.seq ?? 0) + 1,
      at: at.toISOString(),
      through: upTo,
      ...(await sumUp(db.read, after, upTo)),
      prev: wrote?.hash ?? before?.hash ?? FIRST_LINE,
      key: publicHalf(key),
    };
    const text = JSON.stringify(line);
    wrote = { line, hash: hashOfLine(text), signature: signLine(text, key) };
    await db.batch(keeping(wrote, text, after), { unread: true });
  }
  await mailed(db, at, wrote);
}

const stretch = (after: Through, ends: Through): Through => {
  const upTo = (source: keyof Through) =>
    Math.max(after[source], Math.min(ends[source], after[source] + MOST_ENTRIES));
  return {
    audit_entry: upTo("audit_entry"),
    settlement_event: upTo("settlement_event"),
    admin_act: upTo("admin_act"),
  };
};

async function newestEntries(read: Read): Promise<Through> {
  const [row] = await read
    .select({
      audit_entry: sql<number>`coalesce(${newest(auditEntry)}, 0)`,
      settlement_event: sql<number>`coalesce(${newest(settlementEvent)}, 0)`,
      admin_act: sql<number>`coalesce(${newest(adminAct)}, 0)`,
    })
    .from(sql`(SELECT 1)`);
  return row ?? NOTHING;
}

/** The line, and the heads that it went over, in one batch; a server that did the same at once is refused by the number. */
function keeping(
  { line, hash, signature }: { line: AnchorLine; hash: string; signature: string },
  text: string,
  after: Through,
): Statement[] {
  return [
    {
      sql: "INSERT INTO chain_anchor (seq, line, hash, signature) VALUES (?, ?, ?, ?)",
      params: [line.seq, text, hash, signature],
    },
    ...SOURCE_NAMES.filter((source) => line.through[source] > after[source]).map((source) => ({
      sql: `INSERT INTO chain_head (kind, subject_id, seq, hash, anchor_seq)
        SELECT kind, subject_id, seq, hash, ? FROM (${headsSql(source, after[source], line.through[source])}) WHERE true
        ON CONFLICT (kind, subject_id) DO UPDATE SET seq = excluded.seq, hash = excluded.hash, anchor_seq = excluded.anchor_seq`,
      params: [line.seq],
    })),
  ];
}

async function mailed(
  db: App["db"],
  at: Date,
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
    askedForSteps({ now: at }, "mail", { ...mail, to }, null),
  );
  if (steps.length) await commitSteps(db, [mayMiss(sql`SELECT 1`), ...steps], {}, null);
}
