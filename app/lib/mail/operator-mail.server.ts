import { and, asc, eq, isNotNull, isNull } from "drizzle-orm";
import { user } from "#db/schema";
import { env } from "~/web/env.server";
import type { Ctx, Step } from "~/web/procedure";
import { buildAccountMailSteps, type Message } from "./write.server";

const MAX_RECIPIENTS = 10;

/** Find the operators on call: those in the settings (`OPERATOR_EMAIL`), else every super user with a confirmed email. */
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
    .limit(MAX_RECIPIENTS);
  return rows.flatMap(({ email }) => email ?? []);
}

/** Build the steps that mail all operators on call; such mails don't count toward any sender's limit. */
export const buildOperatorMailSteps = async (
  ctx: Pick<Ctx, "read" | "now">,
  mail: Omit<Message, "to">,
): Promise<Step[]> => (await onDuty(ctx)).flatMap((to) => buildAccountMailSteps(ctx, { ...mail, to }));
