import { desc, eq, sql } from "drizzle-orm";
import { accountEvent } from "#db/schema";
import { formatInstant } from "~/lib/time/time";
import type { Ctx } from "~/web/procedure";
import { accountEventLabel } from "../shared/account-events.server";

const SHOWN = 20;

/** Read the events of an account, newest first. */
export async function readAccountEvents(ctx: Ctx, userId: number) {
  const rows = await ctx.read
    .select({
      id: accountEvent.id,
      what: accountEvent.event,
      reason: accountEvent.reason,
      at: accountEvent.created_at,
      by_self: sql<number>`${accountEvent.actor_user_id} IS ${accountEvent.user_id}`,
      by: sql<
        string | null
      >`(SELECT first_name || ' ' || last_name FROM user WHERE user.id = ${accountEvent.actor_user_id})`,
      company: sql<string | null>`(SELECT name FROM company WHERE company.id = ${accountEvent.company_id})`,
    })
    .from(accountEvent)
    .where(eq(accountEvent.user_id, userId))
    .orderBy(desc(accountEvent.id))
    .limit(SHOWN);
  return rows.map(({ by_self, by, what, at, company, ...row }) => ({
    ...row,
    text: accountEventLabel(what),
    by: by_self ? null : [by, company && `of ${company}`].filter(Boolean).join(" ") || null,
    when: { at, text: formatInstant(at, ctx.actor.zone, ctx.now) },
  }));
}
