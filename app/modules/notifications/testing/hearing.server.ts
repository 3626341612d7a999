import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#db/client.server";
import { makeSession, makeUser } from "#db/factories";
import { outboxMessage, user as userTable } from "#db/schema";
import { actAs } from "#db/testing/acting";
import { makeHarvest } from "#db/testing/harvest";
import { buildAdminMailSteps } from "~/lib/mail/admins.server";
import type { App } from "~/web/app.server";
import { env } from "~/web/env.server";
import { log } from "~/web/log.server";
import { procedure } from "~/web/procedure";
import { vapidKeys } from "../../../../scripts/vapid.mjs";
import { savePreferences } from "../data/preferences.server";
import { NOTIFICATION, NOTIFICATION_TYPE_IDS, type NotificationType } from "../rules/notices";
import { getUnreadCount } from "../shared/inbox.server";
import { buildNotificationSteps } from "../shared/notify.server";

/** Notify a company, and for settlement news also mail its admins. */
export const notifyCompany = procedure({
  name: "notifyCompany",
  input: z.strictObject({
    company: z.number(),
    type: z.number(),
    group: z.string().max(200).default("gate"),
  }),
  async run(ctx, { company, type, group }) {
    const kind = NOTIFICATION_TYPE_IDS.find((t) => t === type) ?? NOTIFICATION.general;
    const mail = { subject: "Gate code", text: "4711", path: "/jobs" };
    const steps = kind === NOTIFICATION.settlement ? await buildAdminMailSteps(ctx, company, kind, mail) : [];
    const news = { type: kind, to: { company }, title: "Gate code", message: "4711", path: "/jobs", group };
    return ctx.commit([...buildNotificationSteps(ctx, news), ...steps], { ok: true });
  },
});

/** Stub context of a task, for tests that don't use it. */
export const STUB_TASK_CONTEXT = {
  heartbeat: async () => {},
  signal: new AbortController().signal,
  attempt: 1,
  failure: null,
  note() {},
};

type Way = { in_app?: boolean; mail?: "no" | "now" | "daily"; push?: boolean };

/** Create a harvest with people to notify: the admin and a driver of a hauler. */
export async function createNotificationFixture(db: Database) {
  env().VAPID_KEYS = vapidKeys();
  const h = await makeHarvest(db);
  const another = async (more: Partial<typeof userTable.$inferInsert> = {}) =>
    actAs(db, await makeUser(db, more, [h.ids.hauler.crew]), h.ids.hauler.id);
  /** Return this person signed in with a session of their own browser. */
  const inBrowser = async ({ actor }: Awaited<ReturnType<typeof another>>) => {
    const user = actor.user?.id ?? 0;
    const session = await makeSession(db, user);
    const person = await actAs(db, user, actor.company?.id ?? null, () => new Date(), session);
    return { ...person, session };
  };
  type Person = typeof h.manager;
  const idOf = ({ actor }: Person) => actor.user?.id ?? 0;
  return {
    h,
    another,
    inBrowser,
    driver: await inBrowser(await another()),
    idOf,
    app: (now: () => Date): App => ({ db, now, log: log.child({}, { level: "silent" }) }),
    async forget() {
      for (const table of [
        "notification_preference",
        "notification_inbox",
        "push_subscription",
        "outbox_message",
        "background_job",
        "notification_digest",
      ])
        await db.client.execute(`DELETE FROM ${table}`);
    },
    say: (type: NotificationType, group?: string) =>
      h.manager.call(notifyCompany, { company: h.ids.hauler.id, type, ...(group ? { group } : {}) }),
    prefer: (who: Person, type: NotificationType, how: Way) =>
      who.call(savePreferences, {
        preferences: [{ notification_type_id: type, in_app: true, mail: "daily", push: true, ...how }],
      }),
    unread: (who: Person) => who.call(getUnreadCount, {}).then((result) => result.unread),
    async mails(who: Person) {
      const [row] = await db.read
        .select()
        .from(userTable)
        .where(eq(userTable.id, idOf(who)));
      return db.read
        .select()
        .from(outboxMessage)
        .where(eq(outboxMessage.recipient, row?.email ?? ""));
    },
  };
}
