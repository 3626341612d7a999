import { and, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Read } from "#db/client.server";
import { jsonListSql } from "#db/json-list";
import { prepareQuery } from "#db/prepared.server";
import { company, notification, notificationInbox } from "#db/schema";
import type { Actor } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import { idOutput, listPagingOutput, outputId, outputInstant } from "~/web/output";
import { pagingParams } from "~/web/paging";
import { type Ctx, procedure } from "~/web/procedure";
import { notFound } from "~/web/refusal";
import { getNotificationTypes, NOTIFICATION_NAMES, type NotificationType } from "../rules/notices";
import { INBOX_FILTERS } from "../rules/shows";

/** Number of days within which a dismissed notification can be restored. */
export const DISMISSED_RETENTION_DAYS = 30;
/** Highest count shown on the badge; for more, the badge shows 99+. */
export const MAX_BADGE_COUNT = 99;

/**
 * Condition for the user's own inbox: notifications to the user personally, and those received at the acting company.
 * Notifications at the user's other companies are shown once such a company is chosen. Kinds that the user's crews may
 * not see are left out.
 */
const inInbox = ({ user, company, types }: Record<keyof ReturnType<typeof asking>, unknown>): SQL =>
  sql`(${notificationInbox.user_id} = ${user} AND (${notificationInbox.company_id} IS NULL OR (${notificationInbox.company_id} = ${company}
    AND ${notificationInbox.notification_id} IN (SELECT k.id FROM notification k WHERE k.id = ${notificationInbox.notification_id}
      AND k.notification_type_id IN (SELECT value FROM json_each(${types}))))))`;

/** Return the acting user and company, and the kinds of notifications that they may see. */
const asking = ({ user, company, permissions }: Actor) => ({
  user: user?.id ?? 0,
  company: company?.id ?? 0,
  types: JSON.stringify(getNotificationTypes(permissions)),
});
const inboxOf = (actor: Actor): SQL => inInbox(asking(actor));

const [USER, COMPANY, TYPES] = [
  sql.placeholder("user"),
  sql.placeholder("company"),
  sql.placeholder("types"),
];

const isUnread = sql`${notificationInbox.read_at} IS NULL AND ${notificationInbox.dismissed_at} IS NULL`;
const isThere = sql`${notificationInbox.dismissed_at} IS NULL`;

export const notificationTypeField = z
  .number()
  .int()
  .refine((n): n is NotificationType => n in NOTIFICATION_NAMES, "Choose a kind of notification.");

const row = z.strictObject({
  id: outputId,
  notification_type_id: outputId,
  title: z.string(),
  message: z.string(),
  path: z.string().nullable(),
  company_id: outputId.nullable(),
  user_id: outputId.nullable(),
  crew_id: outputId.nullable(),
  job_id: outputId.nullable(),
  count: z.number().int().describe("How often it happened since it was read last."),
  is_read: z.boolean(),
  is_dismissed: z.boolean(),
  created_at: outputInstant,
});

const keptSince = (now: Date) =>
  new Date(now.getTime() - DISMISSED_RETENTION_DAYS * 86_400_000).toISOString();

const TYPE = sql.placeholder("type");
/** Prepare the queries for the count and the rows of an inbox, so that each is built only once. */
const finding = (which: SQL) => {
  const where = sql`${inInbox({ user: USER, company: COMPANY, types: TYPES })} AND ${which}
    AND (${TYPE} IS NULL OR ${notification.notification_type_id} = ${TYPE})`;
  const of = eq(notification.id, notificationInbox.notification_id);
  return {
    count: prepareQuery((read) =>
      read
        .select({ n: sql<number>`count(*)` })
        .from(notificationInbox)
        .innerJoin(notification, of)
        .where(where),
    ),
    rows: prepareQuery((read) =>
      read
        .select({ inbox: notificationInbox, notification })
        .from(notificationInbox)
        .innerJoin(notification, of)
        .where(where)
        .orderBy(sql`${notificationInbox.created_at} DESC, ${notificationInbox.id} DESC`)
        .limit(sql.placeholder("take"))
        .offset(sql.placeholder("skip")),
    ),
  };
};
const FIND: Record<(typeof INBOX_FILTERS)[number], ReturnType<typeof finding>> = {
  all: finding(isThere),
  unread: finding(isUnread),
  dismissed: finding(sql`${notificationInbox.dismissed_at} > ${sql.placeholder("since")}`),
};

/** List the user's notifications, newest first. An API key has no inbox, so its list is empty. */
export const listNotifications = procedure({
  name: "listNotifications",
  audience: "known",
  input: z.strictObject({
    ...pagingParams,
    show: z.enum(INBOX_FILTERS).default("all"),
    type: notificationTypeField.optional(),
  }),
  output: z.strictObject({ notifications: z.array(row), meta: listPagingOutput }),
  async run(ctx, { take, skip, show, type }) {
    const query = { ...asking(ctx.actor), type: type ?? null, since: keptSince(ctx.now) };
    const [total] = await FIND[show].count(ctx.read, query);
    // With `take` -1, the whole list is returned and `skip` is ignored.
    const rows = await FIND[show].rows(ctx.read, { ...query, take, skip: take === -1 ? 0 : skip });
    return {
      notifications: rows.map(({ inbox, notification: n }) => ({
        id: inbox.id,
        notification_type_id: n.notification_type_id,
        title: n.title,
        message: n.message,
        path: n.path,
        company_id: inbox.company_id,
        user_id: n.user_id,
        crew_id: n.crew_id,
        job_id: n.job_id,
        count: inbox.occurrence_count,
        is_read: inbox.read_at !== null,
        is_dismissed: inbox.dismissed_at !== null,
        created_at: inbox.created_at,
      })),
      meta: { total: total?.n ?? 0, skip, take },
    };
  },
});

/**
 * Select a person's unread notifications, up to one more than the badge shows; `unreadCountParams` returns the query's
 * parameters.
 */
const UNREAD = sql`(SELECT i.id FROM notification_inbox i CROSS JOIN notification n ON n.id = i.notification_id
          WHERE i.user_id = ${USER} AND i.company_id = ${COMPANY} AND i.read_at IS NULL AND i.dismissed_at IS NULL
            AND n.notification_type_id IN (SELECT value FROM json_each(${TYPES}))
        UNION ALL SELECT id FROM notification_inbox WHERE user_id = ${USER} AND company_id IS NULL AND read_at IS NULL AND dismissed_at IS NULL
        LIMIT ${sql.placeholder("most")})`;
/** Number of unread notifications, for the badge on every page. */
export const unreadCountSql = sql<number>`(SELECT count(*) FROM ${UNREAD})`;
export const unreadCountParams = (actor: Actor) => ({ ...asking(actor), most: MAX_BADGE_COUNT + 1 });

const findUnread = prepareQuery((read) =>
  read.select({ n: sql<number>`count(*)`, newest: sql<number | null>`max(id)` }).from(UNREAD),
);
/**
 * Return the unread count with the id of the newest unread notification, which tells a polling client whether there is
 * a new one.
 */
async function unreadOf(read: Read, actor: Actor) {
  const [found] = actor.user ? await findUnread(read, unreadCountParams(actor)) : [];
  return { unread: found?.n ?? 0, newest: found?.newest ?? null };
}

/** Return the unread count, which each page requests every minute (`app/client/unread.ts`). */
export const getUnreadCount = procedure({
  name: "getUnread",
  audience: "known",
  input: z.strictObject({}),
  output: z.strictObject({ unread: z.number().int(), newest: outputId.nullable() }),
  run: (ctx) => unreadOf(ctx.read, ctx.actor),
});

const findElsewhere = prepareQuery((read) =>
  read
    .select({ id: company.id, name: company.name, unread: sql<number>`count(*)` })
    .from(notificationInbox)
    .innerJoin(company, eq(company.id, notificationInbox.company_id))
    .where(
      sql`${notificationInbox.user_id} = ${USER} AND ${notificationInbox.company_id} <> ${COMPANY} AND ${isUnread}
        AND ${notificationInbox.company_id} IN ${jsonListSql(sql.placeholder("companies"))}`,
    )
    .groupBy(company.id)
    .orderBy(company.name),
);
/** Count the unread notifications at each of the user's other companies. */
export const listOtherCompanyUnread = procedure({
  name: "listOtherCompanyUnread",
  audience: "user",
  input: z.strictObject({}),
  run: ({ read, actor }) =>
    findElsewhere(read, {
      ...asking(actor),
      companies: JSON.stringify(actor.companies.map((c) => c.id)),
    }),
});

const zodObject = z.strictObject({ notification_id: z.number().int() });

async function own(ctx: Ctx, id: number) {
  const [found] = await ctx.read
    .select({ inbox: notificationInbox, path: notification.path })
    .from(notificationInbox)
    .innerJoin(notification, eq(notification.id, notificationInbox.notification_id))
    .where(and(inboxOf(ctx.actor), eq(notificationInbox.id, id)));
  if (!found) throw notFound("We couldn't find that notification.");
  return found;
}

const set = (ctx: Ctx, id: number, values: Partial<typeof notificationInbox.$inferInsert>) =>
  expectOneRow(
    ctx.write
      .update(notificationInbox)
      .set(values)
      .where(and(eq(notificationInbox.id, id), eq(notificationInbox.user_id, ctx.actor.user?.id ?? 0))),
  );

/** Mark a notification as read and return its link. */
export const openNotification = procedure({
  name: "openNotification",
  audience: "user",
  input: zodObject,
  async run(ctx, { notification_id: id }) {
    const { inbox, path } = await own(ctx, id);
    const read_at = inbox.read_at ?? ctx.now.toISOString();
    return ctx.commit([set(ctx, id, { read_at })], { id, path: path ?? "/notifications" });
  },
});

export const markNotificationRead = procedure({
  name: "readNotification",
  audience: "user",
  input: z.strictObject({ ...zodObject.shape, is_read: z.literal(true).default(true) }),
  output: idOutput,
  async run(ctx, { notification_id: id }) {
    const { inbox } = await own(ctx, id);
    if (inbox.read_at) return { id };
    return ctx.commit([set(ctx, id, { read_at: ctx.now.toISOString() })], { id });
  },
});

/** Remove a notification from the inbox. It can be restored for a while. */
export const dismissNotification = procedure({
  name: "dismissNotification",
  audience: "user",
  input: zodObject,
  output: idOutput,
  async run(ctx, { notification_id: id }) {
    const { inbox } = await own(ctx, id);
    if (inbox.dismissed_at) return { id };
    return ctx.commit([set(ctx, id, { dismissed_at: ctx.now.toISOString() })], { id });
  },
});

/** Restore a dismissed notification. It counts as read, since a newer one on the same subject may have arrived. */
export const restoreNotification = procedure({
  name: "restoreNotification",
  audience: "user",
  input: zodObject,
  output: idOutput,
  async run(ctx, { notification_id: id }) {
    const { inbox } = await own(ctx, id);
    if (!inbox.dismissed_at) return { id };
    if (inbox.dismissed_at <= keptSince(ctx.now)) throw notFound("It was dismissed more than 30 days ago.");
    const read_at = inbox.read_at ?? ctx.now.toISOString();
    return ctx.commit([set(ctx, id, { dismissed_at: null, read_at })], { id });
  },
});

/** Mark all notifications as read up to the newest one that the user has seen; later ones stay unread. */
export const markAllNotificationsRead = procedure({
  name: "readAllNotifications",
  audience: "user",
  input: z.strictObject({ up_to: z.number().int() }),
  output: z.strictObject({ up_to: outputId }),
  async run(ctx, { up_to }) {
    const read_at = ctx.now.toISOString();
    return ctx.commit(
      [
        {
          build: ctx.write
            .update(notificationInbox)
            .set({ read_at })
            .where(
              sql`${inboxOf(ctx.actor)} AND ${isUnread} AND ${notificationInbox.created_at} <= (SELECT x.created_at FROM notification_inbox x WHERE x.id = ${up_to} AND x.user_id = ${ctx.actor.user?.id ?? 0})`,
            ),
          mustHit: false,
        },
      ],
      { up_to },
    );
  },
});
