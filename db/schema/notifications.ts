import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, id, instant, isAtLeastCheck, isOneOfCheck } from "./columns";
import { company, crew } from "./companies";
import { job } from "./jobs";
import { session, user } from "./people";
import { notificationType } from "./reference";
import { tripTicket } from "./trip-tickets";

/** A message to people: the event, and a link into the app. Its recipients are in the inbox. */
export const notification = sqliteTable(
  "notification",
  {
    id: id(),
    notification_type_id: integer("notification_type_id")
      .notNull()
      .references(() => notificationType.id),
    title: text("title").notNull(),
    message: text("message").notNull(),
    /** The company whose people it was for; null for one person outside of any company. */
    company_id: integer("company_id").references(() => company.id),
    user_id: integer("user_id").references(() => user.id),
    crew_id: integer("crew_id").references(() => crew.id),
    job_id: integer("job_id").references(() => job.id),
    trip_ticket_id: integer("trip_ticket_id").references(() => tripTicket.id),
    /** Path in the app to open. */
    path: text("path"),
    /** Subject of the message: news of the same subject replaces the older. */
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

/** One person's own row of a message: if one reads or dismisses it, it stays for the others. */
export const notificationInbox = sqliteTable(
  "notification_inbox",
  {
    id: id(),
    user_id: integer("user_id")
      .notNull()
      .references(() => user.id),
    /** The person's company that it is for; null for the person alone. */
    company_id: integer("company_id").references(() => company.id),
    notification_id: integer("notification_id")
      .notNull()
      .references(() => notification.id),
    /** Number of occurrences since it was last read. */
    occurrence_count: integer("occurrence_count").notNull().default(1),
    created_at: instant("created_at").notNull(),
    read_at: instant("read_at"),
    dismissed_at: instant("dismissed_at"),
    /** Time when it was sent by mail, push or text; null if it was not. */
    notified_at: instant("notified_at"),
  },
  (t) => [
    // A repeat of the same unread news increments its count.
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

/** A person's delivery choice for a kind of news, if it differs from the default. */
export const notificationPreference = sqliteTable(
  "notification_preference",
  {
    user_id: integer("user_id")
      .notNull()
      .references(() => user.id),
    notification_type_id: integer("notification_type_id")
      .notNull()
      .references(() => notificationType.id),
    /** False if the person does not want this kind of news at all. */
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

/** Instant up to which a person's unread news was mailed in the daily list. */
export const notificationDigest = sqliteTable("notification_digest", {
  user_id: integer("user_id")
    .primaryKey()
    .references(() => user.id),
  until: instant("until").notNull(),
});

/** A browser that shows a person's news while no page is open. */
export const pushSubscription = sqliteTable(
  "push_subscription",
  {
    id: id(),
    user_id: integer("user_id")
      .notNull()
      .references(() => user.id),
    /** Session that added it: the channel ends with the session, however that ends. */
    session_hash: text("session_hash")
      .notNull()
      .references(() => session.token_hash, { onDelete: "cascade" }),
    /** URL where the browser's maker accepts messages for it. */
    endpoint: text("endpoint").notNull(),
    /** The browser's public key and secret, to encrypt for it alone. */
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
