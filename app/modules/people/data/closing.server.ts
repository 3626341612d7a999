import { verify } from "@node-rs/argon2";
import { and, eq, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { jsonListSql } from "#db/json-list";
import { isInLiveCrew } from "#db/live-crew.server";
import { company, crew, crewMember, tripTicket, user } from "#db/schema";
import { UNDER_WAY_STATUS_IDS } from "~/modules/trip-tickets/shared/status-sql.server";
import { allowAnyRows, expectOneRow, expectTrue } from "~/web/commit.server";
import { env } from "~/web/env.server";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { invalid, notFound, unprocessable } from "~/web/refusal";
import { isLastAdmin } from "../shared/employee-steps.server";

/** Tables of personal data that are deleted with the account, each with the column that contains the person's id. */
const THEIRS = [
  "session",
  "second_factor",
  "recovery_code",
  "passkey",
  "passkey_challenge",
  "password_reset",
  "contact_verification",
  "push_subscription",
  "notification_inbox",
  "notification_preference",
  "notification_digest",
  "user_preference",
  "saved_filter",
  "ticket_selection",
  "job_draft",
  "job_acceptance_draft",
  "onboarding",
  "crew_member_request",
  "crew_member",
] as const;

/** Return the text, such as "Former driver", that replaces a name on records required by law. */
async function roleOf(ctx: Pick<Ctx, "read">, id: number): Promise<string> {
  const names = async (column: typeof tripTicket.hauler_user_id | typeof tripTicket.cutter_user_id) =>
    (await ctx.read.select({ id: tripTicket.id }).from(tripTicket).where(eq(column, id)).limit(1)).length > 0;
  if (await names(tripTicket.hauler_user_id)) return "driver";
  return (await names(tripTicket.cutter_user_id)) ? "logger" : "employee";
}

/** Return the reason why an account can't be closed now; null if it can be closed. */
async function whyNotClose(ctx: Ctx, id: number): Promise<string | null> {
  if (ctx.actor.user?.is_super_user || ctx.actor.lacks_second_factor)
    return "You run this site. Ask another super user to take these rights from you first.";
  const [busy] = await ctx.read
    .select({ id: tripTicket.id })
    .from(tripTicket)
    .where(
      and(
        eq(tripTicket.hauler_user_id, id),
        eq(tripTicket.is_deleted, false),
        sql`${tripTicket.trip_ticket_status_id} IN ${UNDER_WAY_STATUS_IDS}`,
      ),
    )
    .limit(1);
  if (busy) return "You have a load under way. Deliver it or give it back first.";
  const admins = await ctx.read
    .select({ id: crew.id, company_id: crew.company_id, name: company.name })
    .from(crewMember)
    .innerJoin(crew, isInLiveCrew)
    .innerJoin(company, and(eq(company.id, crew.company_id), eq(company.is_deleted, false)))
    .where(and(eq(crewMember.user_id, id), eq(crew.is_primary, true)));
  for (const admin of admins) {
    const [other] = await ctx.read
      .select({ id: crewMember.user_id })
      .from(crewMember)
      .innerJoin(crew, isInLiveCrew)
      .where(and(eq(crew.company_id, admin.company_id), ne(crewMember.user_id, id)))
      .limit(1);
    if (other && (await isLastAdmin(ctx, admin.id, id)))
      return `You are the only admin of ${admin.name}. Make someone else an admin first.`;
  }
  return null;
}

/** Read the effects of closing one's account, and why it can't be closed now. */
export const getAccountClosing = procedure({
  name: "getAccountClosing",
  audience: "user",
  input: z.strictObject({}),
  async run(ctx) {
    const id = ctx.actor.user?.id;
    if (!id) throw notFound();
    return { role: await roleOf(ctx, id), refused: await whyNotClose(ctx, id) };
  },
});

/**
 * Close one's own account for good. Personal data is deleted: name, email, phone, picture, sessions, settings,
 * messages. Loads, comments and history stay, as the law requires, and show "Former driver" instead of the name.
 */
export const closeAccount = procedure({
  name: "closeAccount",
  audience: "user",
  secrets: ["password"],
  input: z.strictObject({ password: z.string("Type your password").min(1, "Type your password").max(1000) }),
  async run(ctx, { password }) {
    const id = ctx.actor.user?.id;
    if (!id) throw notFound();
    await ctx.count([{ limit: env().RATE_LIMIT_SIGN_IN, bucket: `password:${id}` }]);
    const [row] = await ctx.read.select().from(user).where(eq(user.id, id));
    if (!row?.password_hash || !(await verify(row.password_hash, password)))
      throw invalid({ password: ["This isn't your password."] });
    const refused = await whyNotClose(ctx, id);
    if (refused) throw unprocessable(refused);
    const reached = [row.email, row.phone_number].filter((to) => to !== null);
    const steps: Step[] = [
      expectOneRow(
        ctx.write
          .update(user)
          .set({
            first_name: "Former",
            last_name: await roleOf(ctx, id),
            email: null,
            email_verified_at: null,
            phone_number: null,
            phone_verified_at: null,
            password_hash: null,
            avatar_url: null,
            default_company_id: null,
            time_zone: null,
            disabled_at: ctx.now.toISOString(),
            version: row.version + 1,
          })
          .where(and(eq(user.id, id), eq(user.version, row.version))),
      ),
      expectTrue(sql`NOT EXISTS (SELECT 1 FROM trip_ticket t WHERE t.hauler_user_id = ${id} AND t.is_deleted = 0
        AND t.trip_ticket_status_id IN ${UNDER_WAY_STATUS_IDS})`),
      ...THEIRS.map((table) => allowAnyRows(sql`DELETE FROM ${sql.identifier(table)} WHERE user_id = ${id}`)),
      allowAnyRows(sql`UPDATE invite SET first_name = 'Former', last_name = 'employee', email = NULL, phone_number = NULL
        WHERE user_id = ${id}`),
      ...(reached.length
        ? [
            allowAnyRows(sql`UPDATE outbox_message SET recipient = 'removed', subject = 'Removed', body = 'Removed',
              failed_at = CASE WHEN sent_at IS NULL THEN ${ctx.now.toISOString()} ELSE failed_at END
              WHERE recipient IN ${jsonListSql(reached)}`),
          ]
        : []),
    ];
    return ctx.commit(steps, { ok: true });
  },
});
