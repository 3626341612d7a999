import { and, count, gt, inArray, isNotNull, isNull, lt, min } from "drizzle-orm";
import { z } from "zod";
import type { Read } from "#db/client.server";
import { outboxMessage } from "#db/schema";
import { onReset } from "~/lib/process-state";
import { wakeRunner } from "~/lib/queue/waking.server";
import { defineTask } from "~/lib/queue/work.server";
import { isWithinWait } from "~/lib/time/recent";
import type { App } from "~/web/app.server";
import { getEnabledChannels } from "./channels.server";
import { queueWaitingStatements } from "./queued.server";

/** Waiting time in milliseconds after which a message needs attention. */
const LATE_MS = 3_600_000;
const SAY_EVERY_MS = 3_600_000;

/** Count the messages that have waited for more than an hour, and those abandoned in the last day. */
export async function readOutboxTrouble(read: Read, now: Date) {
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const { mail, text } = getEnabledChannels();
  const kinds = [...(mail ? ["mail"] : []), ...(text ? ["text"] : [])];
  const [late] = await read
    .select({ n: count(), since: min(outboxMessage.created_at) })
    .from(outboxMessage)
    .where(
      and(
        isNull(outboxMessage.sent_at),
        isNull(outboxMessage.failed_at),
        lt(outboxMessage.created_at, ago(LATE_MS)),
        inArray(outboxMessage.kind, kinds),
      ),
    );
  const [lost] = await read
    .select({ n: count() })
    .from(outboxMessage)
    .where(and(isNotNull(outboxMessage.failed_at), gt(outboxMessage.failed_at, ago(86_400_000))));
  return { late: late?.n ?? 0, since: late?.since ?? null, given_up: lost?.n ?? 0 };
}

let said = 0;
onReset(() => {
  said = 0;
});

/** Log, at most once an hour, that messages are waiting or were abandoned. */
export async function checkOutbox({ db, now, log }: App): Promise<void> {
  const date = now();
  if (isWithinWait(said, date, SAY_EVERY_MS)) return;
  const trouble = await readOutboxTrouble(db.read, date);
  if (trouble.late === 0 && trouble.given_up === 0) return;
  said = date.getTime();
  log.error(trouble, "messages wait in the outbox, or were given up: see /admin/outbox");
}

/** Queue waiting messages without an item and report trouble; runs every ten minutes on one server. */
export const checkOutboxJob = defineTask({
  name: "watch over the outbox",
  input: z.strictObject({}),
  every: 10,
  async run(app) {
    const [queued] = await app.db.batch(queueWaitingStatements(app.now()), { unread: true });
    if (queued?.rowsAffected) wakeRunner();
    await checkOutbox(app);
  },
});
