import { statfs } from "node:fs/promises";
import { totalmem } from "node:os";
import { and, isNull, min } from "drizzle-orm";
import { z } from "zod";
import { backgroundJob } from "#db/schema";
import { buildOperatorMailSteps } from "~/lib/mail/operator-mail.server";
import { readOutboxTrouble } from "~/lib/mail/watch.server";
import { defineTask } from "~/lib/queue/work.server";
import type { App } from "~/web/app.server";
import { commitSteps } from "~/web/commit.server";
import { env } from "~/web/env.server";
import { countRefusedSignIns } from "../data/health.server";
import { type Alarm, getAlarms, type SiteFacts } from "../rules/alarms";

const MB = 1_048_576;

async function freeDisk(): Promise<number | null> {
  const statsFs = await statfs(env().FILES_DIR).catch(() => null);
  return statsFs && Math.floor((statsFs.bavail * statsFs.bsize) / MB);
}

async function factsOf({ db, now }: App): Promise<SiteFacts> {
  const date = now();
  const [trouble, signIns, [queue], free_disk_mb] = await Promise.all([
    readOutboxTrouble(db.read, date),
    countRefusedSignIns(db.read, date),
    db.read
      .select({ due: min(backgroundJob.run_at) })
      .from(backgroundJob)
      .where(
        and(
          isNull(backgroundJob.finished_at),
          isNull(backgroundJob.failed_at),
          isNull(backgroundJob.claimed_until),
        ),
      ),
    freeDisk(),
  ]);
  const late = queue?.due ? date.getTime() - Date.parse(queue.due) : 0;
  const limit = process.constrainedMemory?.() || totalmem();
  return {
    mail_late: trouble.late,
    mail_given_up: trouble.given_up,
    queue_minutes: Math.max(0, Math.floor(late / 60_000)),
    memory_percent:
      limit > 0 ? Math.round((100 * process.memoryUsage.rss()) / Math.min(limit, totalmem())) : null,
    free_disk_mb,
    disk_reserve_mb: env().DISK_RESERVE_MB,
    sign_ins_refused: signIns.refused,
    sign_ins_stopped: signIns.stopped,
  };
}

/** Notify the operators on call of problems, each kind at most once in four hours; log each problem every time. */
export async function raiseAlarms(app: App, facts?: SiteFacts): Promise<Alarm[]> {
  const alarms = getAlarms(facts ?? (await factsOf(app)));
  for (const { kind, words } of alarms) {
    app.log.error({ alarm: kind }, words);
    const mail = {
      subject: `Timbertally needs attention: ${kind}`,
      text: [words, "See the Health page:"],
      path: "/admin",
      topic: `alarm:${kind}`,
      hours: 12,
    };
    await commitSteps(
      app.db,
      await buildOperatorMailSteps({ read: app.db.read, now: app.now() }, mail),
      {},
      null,
    );
  }
  return alarms;
}

/** Check the site every five minutes, on one of its servers; only that server's memory is checked. */
export const checkSiteTask = defineTask({
  name: "watch over the site",
  input: z.strictObject({}),
  every: 5,
  run: async (app) => void (await raiseAlarms(app)),
});
