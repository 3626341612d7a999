import { eq, sql } from "drizzle-orm";
import { user } from "#db/schema";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { isMemberOnlyOfSql } from "./resets.server";

export type LinkReceiver = {
  id: number;
  first_name: string;
  email: string | null;
  phone_number: string | null;
};

/**
 * Return the reason why an admin of the acting company may not create a link that lets a person with a password sign in
 * again; null if the admin may. The holder of such a link controls the account, so the account must open nothing that
 * isn't the company's (docs/security.md).
 */
export async function getNewLinkProblem(
  ctx: Ctx<CompanyActor>,
  person: LinkReceiver,
): Promise<string | null> {
  const me = ctx.actor.company.id;
  const [row] = await ctx.read
    .select({
      alone: sql<number>`${isMemberOnlyOfSql(sql`${me}`)}`,
      made_here: sql<number>`${user.creator_company_id} IS ${me}`,
      verified: sql<number>`${user.email_verified_at} IS NOT NULL`,
      disabled: sql<number>`${user.disabled_at} IS NOT NULL`,
    })
    .from(user)
    .where(eq(user.id, person.id));
  if (row?.disabled)
    return `${person.first_name}'s account was disabled. Only the people who run this site can open it again.`;
  if (!row?.alone)
    return `${person.first_name} also belongs to another company, so only the people who run this site can make a link.`;
  if (!row.made_here && row.verified)
    return `${person.first_name} signed up with an email of their own. They can get a link under "Forgot password".`;
  return null;
}
