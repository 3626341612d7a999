import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { notificationPreference } from "#db/schema";
import { allowAnyRows } from "~/web/commit.server";
import { outputId } from "~/web/output";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { invalid, notFound } from "~/web/refusal";
import {
  EMAIL_PREFERENCES,
  type EmailPreference,
  getDefaultEmailPreference,
  NOTIFICATION_NAMES,
  NOTIFICATION_TYPE_IDS,
  type NotificationType,
} from "../rules/notices";
import { notificationTypeField } from "../shared/inbox.server";
import { parseUnsubscribeToken } from "../shared/stopping.server";

const zodObject = z.strictObject({
  notification_type_id: notificationTypeField,
  in_app: z.boolean().default(false),
  mail: z.enum(EMAIL_PREFERENCES),
  push: z.boolean().default(false),
  text: z.boolean().default(false),
});
type One = z.output<typeof zodObject>;

const listed = z.strictObject({
  preferences: z.array(
    z.strictObject({
      notification_type_id: outputId,
      name: z.string(),
      in_app: z.boolean().describe("Off: you aren't notified at all."),
      mail: z.enum(EMAIL_PREFERENCES).describe("Right away, in a list every morning, or not at all."),
      push: z.boolean(),
      text: z.boolean(),
    }),
  ),
});

/** Return the default preferences: admins of a company get immediate mail about items that wait for them. */
const usual = (type: NotificationType, isAdmin: boolean) => ({
  in_app: true,
  mail: getDefaultEmailPreference(type, isAdmin),
  push: true,
  text: false,
});

async function isAdminSomewhere(ctx: Ctx, user: number): Promise<boolean> {
  const [found] = await ctx.read.select({ n: sql<number>`1` }).from(
    sql`(SELECT 1 FROM crew_member m JOIN crew c ON c.id = m.crew_id
        WHERE m.user_id = ${user} AND c.is_primary AND c.is_deleted = 0 LIMIT 1)`,
  );
  return found !== undefined;
}

const meOf = (ctx: Ctx): number => {
  if (!ctx.actor.user) throw notFound();
  return ctx.actor.user.id;
};

/** List the channels by which the user is notified of each kind of news. */
export const listPreferences = procedure({
  name: "listPreferences",
  audience: "user",
  input: z.strictObject({}),
  output: listed,
  async run(ctx) {
    const me = meOf(ctx);
    const [said, isAdmin] = await Promise.all([
      ctx.read.select().from(notificationPreference).where(eq(notificationPreference.user_id, me)),
      isAdminSomewhere(ctx, me),
    ]);
    const preferences = NOTIFICATION_TYPE_IDS.map((type) => {
      const row = said.find((s) => s.notification_type_id === type);
      const { in_app, mail, push, text } = row ?? usual(type, isAdmin);
      const way: EmailPreference = EMAIL_PREFERENCES.find((w) => w === mail) ?? "daily";
      return { notification_type_id: type, name: NOTIFICATION_NAMES[type], in_app, mail: way, push, text };
    });
    return { preferences };
  },
});

const said = (user: number, { notification_type_id: type, in_app, mail, push, text }: One): Step =>
  allowAnyRows(sql`INSERT INTO notification_preference (user_id, notification_type_id, in_app, mail, push, text)
    VALUES (${user}, ${type}, ${in_app}, ${mail}, ${push}, ${text})
    ON CONFLICT (user_id, notification_type_id) DO UPDATE SET in_app = excluded.in_app, mail = excluded.mail,
      push = excluded.push, text = excluded.text`);

/** Save the notification channels for the named kinds; only differences from the default are stored. */
export const savePreferences = procedure({
  name: "savePreferences",
  audience: "user",
  input: z.strictObject({ preferences: z.array(zodObject).min(1).max(NOTIFICATION_TYPE_IDS.length) }),
  output: z.strictObject({ saved: z.number().int() }),
  async run(ctx, { preferences }) {
    const me = meOf(ctx);
    if (new Set(preferences.map((p) => p.notification_type_id)).size < preferences.length)
      throw invalid({ preferences: ["Each kind only once."] });
    const isAdmin = await isAdminSomewhere(ctx, me);
    const steps = preferences.map((p) => {
      const u = usual(p.notification_type_id, isAdmin);
      const isUsual = p.in_app === u.in_app && p.mail === u.mail && p.push === u.push && p.text === u.text;
      if (!isUsual) return said(me, p);
      return allowAnyRows(sql`DELETE FROM notification_preference
        WHERE user_id = ${me} AND notification_type_id = ${p.notification_type_id}`);
    });
    return ctx.commit(steps, { saved: preferences.length });
  },
});

/** Describe the mails that an unsubscribe link would stop; works without signing in. */
export const getUnsubscribeInfo = procedure({
  name: "getUnsubscribeInfo",
  audience: "anyone",
  input: z.strictObject({ token: z.string().max(60) }),
  run: async (_ctx, { token }) => {
    const stop = parseUnsubscribeToken(token);
    if (!stop) throw notFound("This link isn't complete. Open it from the email again.");
    return { ...stop, name: stop.what === "daily" ? null : NOTIFICATION_NAMES[stop.what] };
  },
});

/**
 * Stop the mails that an unsubscribe link names: the daily digest, or mails about one kind of news. The inbox doesn't
 * change.
 */
export const unsubscribeFromMail = procedure({
  name: "unsubscribeFromMail",
  audience: "anyone",
  input: z.strictObject({ token: z.string().max(60) }),
  async run(ctx, { token }) {
    const stop = parseUnsubscribeToken(token);
    if (!stop) throw notFound("This link isn't complete. Open it from the email again.");
    const { user, what } = stop;
    const isAdmin = await isAdminSomewhere(ctx, user);
    const types = NOTIFICATION_TYPE_IDS.filter((type) =>
      what === "daily" ? getDefaultEmailPreference(type, isAdmin) === "daily" : type === what,
    );
    const steps = types.map((type) =>
      // The query finds no row for a deleted account, which gets no mail.
      allowAnyRows(sql`INSERT INTO notification_preference (user_id, notification_type_id, mail)
        SELECT id, ${type}, 'no' FROM user WHERE id = ${user}
        ON CONFLICT (user_id, notification_type_id) DO UPDATE SET mail = 'no' WHERE ${
          what === "daily" ? sql`mail = 'daily'` : sql`true`
        }`),
    );
    const others = allowAnyRows(sql`UPDATE notification_preference SET mail = 'no'
      WHERE user_id = ${user} AND mail = 'daily' AND ${what === "daily"}`);
    return ctx.commit([...steps, others], { ok: true });
  },
});
