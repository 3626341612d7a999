import { and, asc, eq, isNotNull, isNull } from "drizzle-orm";
import { user } from "#db/schema";
import { env } from "~/web/env.server";
import type { Ctx, Step } from "~/web/procedure";
import { accountMail, type Message } from "./write.server";

const MOST_TOLD = 10;

/** Who is on duty: those that the settings name (`OPERATOR_EMAIL`), else every super user with a confirmed email. */
async function onDuty(ctx: Pick<Ctx, "read">): Promise<string[]> {
  const named = env().OPERATOR_EMAIL;
  if (named) return named;
  const rows = await ctx.read
    .select({ email: user.email })
    .from(user)
    .where(
      and(
        eq(user.is_super_user, true),
        isNull(user.disabled_at),
        isNotNull(user.email),
        isNotNull(user.email_verified_at),
      ),
    )
    .orderBy(asc(user.id))
    .limit(MOST_TOLD);
  return rows.flatMap(({ email }) => email ?? []);
}

/** Mails the same to all who are on duty; no sender's limit counts it. */
export const mailDuty = async (ctx: Pick<Ctx, "read" | "now">, mail: Omit<Message, "to">): Promise<Step[]> =>
  (await onDuty(ctx)).flatMap((to) => accountMail(ctx, { ...mail, to }));
