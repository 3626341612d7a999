import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lt, min, sql } from "drizzle-orm";
import { z } from "zod";
import type { Read } from "#db/client.server";
import {
  backgroundJob,
  exportRun,
  externalCache,
  outboxMessage,
  rateLimit,
  siteStatus,
  submission,
} from "#db/schema";
import { parseAnchor, readLastAnchor } from "~/lib/audit-anchors/anchors.server";
import { getEnabledChannels } from "~/lib/mail/channels.server";
import { readOutboxTrouble } from "~/lib/mail/watch.server";
import { env } from "~/web/env.server";
import { procedure } from "~/web/procedure";
import { FAILED_SIGN_IN_BUCKETS } from "~/web/sign-in-counts.server";
import { MAX_LEAD_WAIT_DAYS, readWaitingLeads } from "./leads.server";
import { MAX_SUPPORT_WAIT_DAYS, readWaitingSupport } from "./support.server";

const DAY_MS = 86_400_000;
const SLOW_EXPORT_MS = 15 * 60_000;
const SHOWN = 5;

/** Size of the database in bytes, if its driver reports it. */
async function bytesOf(read: Read): Promise<number | null> {
  try {
    const [row] = await read
      .select({ bytes: sql<number>`p.page_count * s.page_size` })
      .from(sql`pragma_page_count() p, pragma_page_size() s`);
    return row ? Number(row.bytes) : null;
  } catch {
    return null;
  }
}

/** Count the sign-ins in the current window that were refused, and those stopped by the rate limit. */
export async function countRefusedSignIns(read: Read, now: Date) {
  const since = Math.floor(now.getTime() / 1000) - env().RATE_LIMIT_WINDOW_SECONDS;
  const rows = await read
    .select({ bucket: rateLimit.bucket, hits: rateLimit.hits })
    .from(rateLimit)
    .where(
      and(
        inArray(rateLimit.bucket, [FAILED_SIGN_IN_BUCKETS.refused, FAILED_SIGN_IN_BUCKETS.stopped]),
        gt(rateLimit.window_started_at, since),
      ),
    );
  const hits = (bucket: string) => rows.find((row) => row.bucket === bucket)?.hits ?? 0;
  return {
    refused: hits(FAILED_SIGN_IN_BUCKETS.refused),
    stopped: hits(FAILED_SIGN_IN_BUCKETS.stopped),
    minutes: Math.round(env().RATE_LIMIT_WINDOW_SECONDS / 60),
  };
}

/** Time of the last anchor of the chains, and whether it is overdue. */
const anchorState = (instant: string | null, since: string) =>
  instant === null ? null : { at: instant, old: instant < since };

/** Health of the site: waiting work, failures, and the time of the last backup. */
export const getHealth = procedure({
  name: "getHealth",
  audience: "super",
  input: z.strictObject({}),
  async run(ctx) {
    const { read, now } = ctx;
    const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
    const open = and(isNull(backgroundJob.finished_at), isNull(backgroundJob.failed_at));
    const unsent = and(isNull(outboxMessage.sent_at), isNull(outboxMessage.failed_at));
    const [
      [work],
      [failing],
      [lost],
      [waiting],
      [stuck],
      trouble,
      [slow],
      facts,
      [refused],
      [backup],
      signIns,
      bytes,
      leads,
      support,
      anchor,
    ] = await Promise.all([
      read
        .select({ n: count(), due: min(backgroundJob.run_at) })
        .from(backgroundJob)
        .where(open),
      read
        .select({ n: count() })
        .from(backgroundJob)
        .where(and(open, isNotNull(backgroundJob.failure))),
      read.select({ n: count() }).from(backgroundJob).where(isNotNull(backgroundJob.failed_at)),
      read
        .select({ n: count(), since: min(outboxMessage.created_at) })
        .from(outboxMessage)
        .where(unsent),
      read
        .select({ n: count() })
        .from(outboxMessage)
        .where(and(isNull(outboxMessage.sent_at), isNotNull(outboxMessage.failed_at))),
      readOutboxTrouble(read, now),
      read
        .select({ n: count() })
        .from(exportRun)
        .where(and(isNull(exportRun.finished_at), lt(exportRun.created_at, ago(SLOW_EXPORT_MS)))),
      read
        .select({
          kind: externalCache.kind,
          key: externalCache.key,
          failures: externalCache.failures,
          failure: externalCache.failure,
        })
        .from(externalCache)
        .where(gt(externalCache.failures, 2))
        .orderBy(desc(externalCache.failures), asc(externalCache.kind), asc(externalCache.key))
        .limit(SHOWN),
      read
        .select({ n: count() })
        .from(submission)
        .where(
          and(
            sql`${submission.outcome} IS NOT 'applied'`,
            eq(submission.outcome, "refused"),
            gt(submission.received_at, ago(DAY_MS)),
          ),
        ),
      read.select().from(siteStatus).where(eq(siteStatus.name, "backup")),
      countRefusedSignIns(read, now),
      bytesOf(read),
      readWaitingLeads(read),
      readWaitingSupport(read),
      readLastAnchor(read),
    ]);
    const { mail, text } = getEnabledChannels();
    return {
      sends: { mail, text },
      work: { open: work?.n ?? 0, due: work?.due ?? null, failing: failing?.n ?? 0, lost: lost?.n ?? 0 },
      outbox: {
        waiting: waiting?.n ?? 0,
        since: waiting?.since ?? null,
        stuck: stuck?.n ?? 0,
        late: trouble.late,
      },
      slow_exports: slow?.n ?? 0,
      facts,
      refused_forms: refused?.n ?? 0,
      sign_ins: signIns,
      leads: { ...leads, late: leads.since !== null && leads.since < ago(MAX_LEAD_WAIT_DAYS * DAY_MS) },
      support: {
        ...support,
        late: support.since !== null && support.since < ago(MAX_SUPPORT_WAIT_DAYS * DAY_MS),
      },
      anchor: anchorState(anchor && (parseAnchor(anchor.line)?.at ?? ""), ago(2 * DAY_MS)),
      backup: backup
        ? { at: backup.updated_at, said: backup.value, old: backup.updated_at < ago(2 * DAY_MS) }
        : null,
      bytes,
    };
  },
});
