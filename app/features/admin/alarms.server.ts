import { statfs } from "node:fs/promises";
import { totalmem } from "node:os";
import { and, isNull, min } from "drizzle-orm";
import { z } from "zod";
import { workItem } from "#db/schema";
import { mailDuty } from "~/core/outbox/duty.server";
import { outboxTrouble } from "~/core/outbox/watch.server";
import { work } from "~/core/work/work.server";
import type { App } from "~/web/app.server";
import { commitSteps } from "~/web/commit.server";
import { env } from "~/web/env.server";
import { type Alarm, alarmsOf, type SiteFacts } from "./alarms";
import { refusedSignIns } from "./health.server";

const MB = 1_048_576;

async function freeDisk(): Promise<number | null> {
  const found = await statfs(env().FILES_DIR).catch(() => null);
  return found && Math.floor((found.bavail * found.bsize) / MB);
}

async function factsOf({ db, now }: App): Promise<SiteFacts> {
  const at = now();
  const [trouble, signIns, [queue], free_disk_mb] = await Promise.all([
    outboxTrouble(db.read, at),
    refusedSignIns(db.read, at),
    db.read
      .select({ due: min(workItem.run_at) })
      .from(workItem)
      .where(and(isNull(workItem.finished_at), isNull(workItem.given_up_at), isNull(workItem.claimed_until))),
    freeDisk(),
  ]);
  const late = queue?.due ? at.getTime() - Date.parse(queue.due) : 0;
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

/** Tells who is on duty what isn't well, each kind once in four hours, and the log each time. */
export async function raiseAlarms(app: App, facts?: SiteFacts): Promise<Alarm[]> {
  const alarms = alarmsOf(facts ?? (await factsOf(app)));
  for (const { kind, words } of alarms) {
    app.log.error({ alarm: kind }, words);
    const mail = {
      subject: `Timbertally needs attention: ${kind}`,
      text: [words, "See the Health page:"],
      path: "/admin",
      topic: `alarm:${kind}`,
      hours: 12,
    };
    await commitSteps(app.db, await mailDuty({ read: app.db.read, now: app.now() }, mail), {}, null);
  }
  return alarms;
}

/** Looked at every five minutes, by one server for all; each server's memory is its own only where it is the one. */
export const watchSite = work({
  name: "watch over the site",
  input: z.strictObject({}),
  every: 5,
  run: async (app) => void (await raiseAlarms(app)),
});
