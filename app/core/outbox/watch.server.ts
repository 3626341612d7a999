import { and, count, gt, inArray, isNotNull, isNull, lt, min } from "drizzle-orm";
import { z } from "zod";
import type { Read } from "#db/client.server";
import { whenForgotten } from "#db/outliving";
import { outboxMessage } from "#db/schema";
import { wakeWork } from "~/core/work/waking.server";
import { work } from "~/core/work/work.server";
import { isRecent } from "~/domain/time/recent";
import type { App } from "~/web/app.server";
import { enabledChannels } from "./channels.server";
import { queueWaiting } from "./queued.server";

/** A message that has waited for longer is worth somebody's look. */
const LATE_MS = 3_600_000;
const SAY_EVERY_MS = 3_600_000;

/** Messages that have waited for more than an hour, and those that were given up in the last day. */
export async function outboxTrouble(read: Read, now: Date) {
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const { mail, text } = enabledChannels();
  const kinds = [...(mail ? ["mail"] : []), ...(text ? ["text"] : [])];
  const [late] = await read
    .select({ n: count(), since: min(outboxMessage.created_at) })
    .from(outboxMessage)
    .where(
      and(
        isNull(outboxMessage.sent_at),
        isNull(outboxMessage.given_up_at),
        lt(outboxMessage.created_at, ago(LATE_MS)),
        inArray(outboxMessage.kind, kinds),
      ),
    );
  const [lost] = await read
    .select({ n: count() })
    .from(outboxMessage)
    .where(and(isNotNull(outboxMessage.given_up_at), gt(outboxMessage.given_up_at, ago(86_400_000))));
  return { late: late?.n ?? 0, since: late?.since ?? null, given_up: lost?.n ?? 0 };
}

let said = 0;
whenForgotten(() => {
  said = 0;
});

/** Tell the log, once an hour at most, that messages wait or were given up. */
export async function watchOutbox({ db, now, log }: App): Promise<void> {
  const at = now();
  if (isRecent(said, at, SAY_EVERY_MS)) return;
  const trouble = await outboxTrouble(db.read, at);
  if (trouble.late === 0 && trouble.given_up === 0) return;
  said = at.getTime();
  log.error(trouble, "messages wait in the outbox, or were given up: see /admin/outbox");
}

/** Every ten minutes, by one server for all: what waits without an item of the queue gets one, and trouble is told. */
export const watchOverOutbox = work({
  name: "watch over the outbox",
  input: z.strictObject({}),
  every: 10,
  async run(app) {
    const [queued] = await app.db.batch(queueWaiting(app.now()), { unread: true });
    if (queued?.rowsAffected) wakeWork();
    await watchOutbox(app);
  },
});
