import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, id, instant, isAtLeastCheck, isOneOfCheck } from "./columns";
import { company, crew } from "./companies";
import { job } from "./jobs";
import { session, user } from "./people";
import { notificationType } from "./reference";
import { tripTicket } from "./trip-tickets";

/** A message to users: an event, and a link into the app. Its recipients are in the inbox table. */
export const notification = sqliteTable(
  "notification",
  {
    id: id(),
    notification_type_id: integer("notification_type_id")
      .notNull()
      .references(() => notificationType.id),
    title: text("title").notNull(),
    message: text("message").notNull(),
    /** The company whose users receive the message; null for a user outside of any company. */
    company_id: integer("company_id").references(() => company.id),
    user_id: integer("user_id").references(() => user.id),
    crew_id: integer("crew_id").references(() => crew.id),
    job_id: integer("job_id").references(() => job.id),
    trip_ticket_id: integer("trip_ticket_id").references(() => tripTicket.id),
    /** Path in the app to open. */
    path: text("path"),
    /** Key of the message's subject: a newer message with the same key replaces the older message. */
    group_key: text("group_key").notNull(),
    creator_user_id: integer("creator_user_id").references(() => user.id),
    creator_company_id: integer("creator_company_id").references(() => company.id),
    created_at: instant("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("notification_group").on(t.group_key),
    index("notification_company").on(t.company_id, t.created_at),
  ],
);

/** One user's own copy of a message: reading or dismissing it doesn't affect other recipients. */
export const notificationInbox = sqliteTable(
  "notification_inbox",
  {
    id: id(),
    user_id: integer("user_id")
      .notNull()
      .references(() => user.id),
    /** The user's company that the message concerns; null if it concerns the user alone. */
    company_id: integer("company_id").references(() => company.id),
    notification_id: integer("notification_id")
      .notNull()
      .references(() => notification.id),
    /** Number of occurrences since the user last read the message. */
    occurrence_count: integer("occurrence_count").notNull().default(1),
    created_at: instant("created_at").notNull(),
    read_at: instant("read_at"),
    dismissed_at: instant("dismissed_at"),
    /** Time when the message was sent by mail, push or text; null if it was not. */
    notified_at: instant("notified_at"),
  },
  (t) => [
    // One unread copy per user, message and company: a repeat increments its count.
    uniqueIndex("notification_inbox_news")
      .on(t.user_id, t.notification_id, sql`COALESCE(company_id, 0)`)
      .where(sql`read_at IS NULL AND dismissed_at IS NULL`),
    index("notification_inbox_unread")
      .on(t.user_id, t.company_id, t.created_at)
      .where(sql`read_at IS NULL AND dismissed_at IS NULL`),
    index("notification_inbox_person").on(t.user_id, t.created_at),
    isAtLeastCheck("notification_inbox_n", t.occurrence_count, 1),
  ],
);

/** A user's delivery choice for a notification type, if it differs from the default. */
export const notificationPreference = sqliteTable(
  "notification_preference",
  {
    user_id: integer("user_id")
      .notNull()
      .references(() => user.id),
    notification_type_id: integer("notification_type_id")
      .notNull()
      .references(() => notificationType.id),
    /** False if the user does not want this notification type at all. */
    in_app: integer("in_app", { mode: "boolean" }).notNull().default(true),
    mail: text("mail").notNull(),
    push: integer("push", { mode: "boolean" }).notNull().default(true),
    text: flag("text"),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.notification_type_id] }),
    isOneOfCheck("notification_preference_mail", t.mail, ["no", "now", "daily"]),
  ],
);

/** Time up to which a user's unread messages were included in the daily mail. */
export const notificationDigest = sqliteTable("notification_digest", {
  user_id: integer("user_id")
    .primaryKey()
    .references(() => user.id),
  until: instant("until").notNull(),
});

/** A browser that shows a user's notifications while no page is open. */
export const pushSubscription = sqliteTable(
  "push_subscription",
  {
    id: id(),
    user_id: integer("user_id")
      .notNull()
      .references(() => user.id),
    /** Session that added the subscription. The subscription ends with the session, whatever ends the session. */
    session_hash: text("session_hash")
      .notNull()
      .references(() => session.token_hash, { onDelete: "cascade" }),
    /** URL where the browser vendor's push service accepts messages. */
    endpoint: text("endpoint").notNull(),
    /** The browser's public key and secret, used to encrypt messages that only this browser can read. */
    p256dh: text("p256dh").notNull(),
    auth: text("auth").notNull(),
    user_agent: text("user_agent"),
    created_at: instant("created_at").notNull(),
    last_success_at: instant("last_success_at"),
  },
  (t) => [
    uniqueIndex("push_subscription_endpoint").on(t.endpoint),
    index("push_subscription_user").on(t.user_id),
    index("push_subscription_session").on(t.session_hash),
  ],
);
