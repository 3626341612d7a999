import { and, eq, getTableColumns } from "drizzle-orm";
import { z } from "zod";
import { pushSubscription, session } from "#db/schema";
import { buildEnqueueStep, defineTask } from "~/lib/queue/work.server";
import type { App } from "~/web/app.server";
import { env } from "~/web/env.server";
import type { Step } from "~/web/procedure";
import { isLiveSession } from "~/web/session.server";
import { isPushService } from "../rules/push-services";
import { encryptAndSignPush, hashTopic } from "./push-crypto.server";

const LIMIT_MS = 10_000;
/** Time to live of a push; older notifications are in the inbox. */
const TTL_SECONDS = 12 * 3_600;

/** Return the public key for push subscriptions; null if this site sends no push messages. */
export const getPushPublicKey = (): string | null => env().VAPID_KEYS?.split(":", 1)[0] ?? null;

const input = z.strictObject({
  subscription: z.number().int(),
  title: z.string(),
  path: z.string(),
  group: z.string(),
  urgent: z.boolean(),
});
type Push = z.output<typeof input>;

/** Send a notification's title and link, nothing else, to one device. */
export const sendPushTask = defineTask({
  name: "push",
  input,
  atOnce: 4,
  attempts: 5,
  able: () => getPushPublicKey() !== null,
  run: push,
});

/** Return the step that queues a push to a device; it replaces a queued push of the same subject. */
export const buildPushStep = (to: Push): Step =>
  buildEnqueueStep(sendPushTask, to, { key: `${to.subscription}:${hashTopic(to.group)}` });

async function push({ db, now }: App, { subscription, title, path, group, urgent }: Push) {
  // The session may have ended since the push was queued.
  const [to] = await db.read
    .select(getTableColumns(pushSubscription))
    .from(pushSubscription)
    .innerJoin(session, eq(session.token_hash, pushSubscription.session_hash))
    .where(and(eq(pushSubscription.id, subscription), isLiveSession(now())));
  if (!to) return;
  const gone = () =>
    db.batch([db.write.delete(pushSubscription).where(eq(pushSubscription.id, to.id)).toSQL()]);
  // Check again: the service may have been removed from the list since.
  if (!isPushService(to.endpoint)) return void (await gone());
  const { headers, body } = await encryptAndSignPush(JSON.stringify({ title, path }), to);
  const answer = await fetch(to.endpoint, {
    method: "POST",
    headers: {
      ...headers,
      TTL: String(TTL_SECONDS),
      Topic: hashTopic(group),
      Urgency: urgent ? "high" : "normal",
    },
    body,
    redirect: "manual",
    signal: AbortSignal.timeout(LIMIT_MS),
  });
  await answer.body?.cancel();
  if (answer.status === 404 || answer.status === 410) return void (await gone());
  // The queue retries, waiting longer each time.
  if (!answer.ok) throw new Error(`The push service answered ${answer.status}.`);
  await db.batch(
    [
      db.write
        .update(pushSubscription)
        .set({ last_success_at: now().toISOString() })
        .where(eq(pushSubscription.id, to.id))
        .toSQL(),
    ],
    { unread: true },
  );
}
