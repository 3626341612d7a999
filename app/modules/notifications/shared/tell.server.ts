import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { pushSubscription, session, user } from "#db/schema";
import { getEnabledChannels } from "~/lib/mail/channels.server";
import { buildRequestedMessageSteps } from "~/lib/mail/write.server";
import { defineTask } from "~/lib/queue/work.server";
import { createActor } from "~/web/actor.server";
import type { App } from "~/web/app.server";
import { commitSteps, expectOneRow } from "~/web/commit.server";
import type { Step } from "~/web/procedure";
import { isLiveSession } from "~/web/session.server";
import { getNotificationTypes, NOTIFICATION, NOTIFICATION_TYPE_IDS } from "../rules/notices";
import { buildPushStep } from "./push.server";
import { buildUnsubscribePath } from "./stopping.server";
import { pendingDeliveriesQuery } from "./ways.server";

type Telling = {
  id: number;
  user_id: number;
  company_id: number | null;
  type: number;
  title: string;
  message: string;
  path: string | null;
  creator_company_id: number | null;
  by_mail: number;
  by_text: number;
  by_push: number;
};

/**
 * Send the unread notifications of a subject to users who want them immediately, by email, text or push. Each message
 * is queued in the commit that records it as sent, so a retry sends nothing twice. Users who may no longer read the
 * notification receive nothing.
 */
export const deliverNotificationsTask = defineTask({
  name: "news by mail and push",
  input: z.strictObject({ group: z.string().max(200) }),
  async run(app, { group }, doing) {
    const rows: Telling[] = await app.db.read
      .select({
        id: sql<number>`t.id`,
        user_id: sql<number>`t.user_id`,
        company_id: sql<number | null>`t.company_id`,
        type: sql<number>`t.type`,
        title: sql<string>`t.title`,
        message: sql<string>`t.message`,
        path: sql<string | null>`t.path`,
        creator_company_id: sql<number | null>`t.creator_company_id`,
        by_mail: sql<number>`t.by_mail`,
        by_text: sql<number>`t.by_text`,
        by_push: sql<number>`t.by_push`,
      })
      .from(sql`(${pendingDeliveriesQuery(group, app.now())}) t`);
    for (const row of rows) {
      await doing.heartbeat();
      await tell(app, row, group);
    }
  },
});

async function tell(app: App, row: Telling, group: string) {
  const { db } = app;
  const now = app.now();
  const [person] = await db.read.select().from(user).where(eq(user.id, row.user_id));
  if (!person) return;
  const actor = await createActor(db.read, person, row.company_id, null);
  const type = NOTIFICATION_TYPE_IDS.find((known) => known === row.type) ?? NOTIFICATION.general;
  const hears =
    row.company_id === null || (actor.company && getNotificationTypes(actor.permissions).includes(type));
  if (!hears) return;
  const about = {
    subject: row.title,
    text: row.message,
    path: row.path ?? "/notifications",
    topic: `notice:${group}`,
  };
  const sender = row.creator_company_id === null ? null : `c${row.creator_company_id}`;
  const devices = row.by_push
    ? await db.read
        .select({ id: pushSubscription.id })
        .from(pushSubscription)
        .innerJoin(session, eq(session.token_hash, pushSubscription.session_hash))
        .where(and(eq(pushSubscription.user_id, row.user_id), isLiveSession(now)))
    : [];
  const steps: Step[] = [
    expectOneRow(sql`UPDATE notification_inbox SET notified_at = ${now.toISOString()}
      WHERE id = ${row.id} AND COALESCE(notified_at, '') < ${now.toISOString()}`),
    ...(row.by_mail && person.email
      ? buildRequestedMessageSteps(
          { now },
          "mail",
          { ...about, to: person.email, stop: buildUnsubscribePath(person.id, type) },
          sender,
        )
      : []),
    ...(row.by_text && person.phone_number && getEnabledChannels().text
      ? buildRequestedMessageSteps(
          { now },
          "text",
          { ...about, text: row.title, to: person.phone_number },
          sender,
        )
      : []),
    ...devices.map(({ id }) =>
      buildPushStep({
        subscription: id,
        title: row.title,
        path: about.path,
        group,
        urgent: type === NOTIFICATION.assigned || type === NOTIFICATION.invitation,
      }),
    ),
  ];
  await commitSteps(db, steps, {}, null);
}
