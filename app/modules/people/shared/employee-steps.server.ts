import { and, eq, gt, isNull, or, type SQL, sql } from "drizzle-orm";
import type { RowId } from "#db/inserted-id";
import { crew, crewMember, invite, user } from "#db/schema";
import { getChannel } from "~/lib/mail/channels.server";
import { buildMailSteps, buildTextSteps } from "~/lib/mail/write.server";
import { parseApiPhone } from "~/lib/text/phone";
import type { ActingUser, CompanyActor } from "~/web/actor";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import { env } from "~/web/env.server";
import type { Ctx, Step } from "~/web/procedure";
import { type FieldErrors, notFound, unprocessable } from "~/web/refusal";
import { createToken, hashToken } from "~/web/session.server";
import type { NewEmployee } from "../rules/employee";
import { normalizeEmail } from "../rules/person";

export const INVITE_LINK_DAYS = 14;
export const LAST_ADMIN_MESSAGE =
  "You can't remove or demote the last admin. Make someone else an admin first.";

/** Check that a company named in a call is the acting company; any other gets a 404. */
export function requireEmployerCompany(ctx: Ctx<CompanyActor>, named: number | undefined): number {
  if (named !== undefined && named !== ctx.actor.company.id) throw notFound("We couldn't find that company.");
  return ctx.actor.company.id;
}

/** Read the crews of a company, the primary crew first. */
export const readCrews = (ctx: Ctx, companyId: number) =>
  ctx.read
    .select({ id: crew.id, name: crew.name, is_primary: crew.is_primary, version: crew.version })
    .from(crew)
    .where(and(eq(crew.company_id, companyId), eq(crew.is_deleted, false)))
    .orderBy(sql`${crew.is_primary} DESC`, crew.id);

/** Build the step that adds a person to a crew of the company, unless the crew was deleted in the meantime. */
export const buildJoinCrewStep = (ctx: Ctx, companyId: number, crewId: RowId, person: SQL | number): Step =>
  expectOneRow(sql`INSERT INTO ${crewMember} (crew_id, user_id, created_at)
    SELECT id, ${person}, ${ctx.now.toISOString()} FROM ${crew}
     WHERE id = ${crewId} AND company_id = ${companyId} AND is_deleted = 0`);

/** SQL condition that another admin can sign in; required to remove an admin. */
const anotherAdmin = (crewId: number, userId: number) => sql`EXISTS (SELECT 1 FROM crew_member AS other
  JOIN user AS person ON person.id = other.user_id
  WHERE other.crew_id = ${crewId} AND other.user_id <> ${userId} AND person.password_hash IS NOT NULL)`;

/** Build the step that removes a person from a crew; from the primary crew only if another admin remains. */
export function buildLeaveCrewStep(
  ctx: Ctx,
  from: { id: number; is_primary: boolean },
  userId: number,
): Step {
  const member = and(eq(crewMember.crew_id, from.id), eq(crewMember.user_id, userId));
  return from.is_primary
    ? expectOneRow(ctx.write.delete(crewMember).where(and(member, anotherAdmin(from.id, userId))))
    : allowAnyRows(ctx.write.delete(crewMember).where(member));
}

/** Refuse to remove the last admin, with the reason, before {@link buildLeaveCrewStep} would make the commit fail. */
export async function requireAnotherAdmin(ctx: Ctx, crewId: number, userId: number) {
  if (await isLastAdmin(ctx, crewId, userId)) throw unprocessable(LAST_ADMIN_MESSAGE);
}

/** Check whether a person is the only admin who can sign in. */
export async function isLastAdmin(ctx: Ctx, crewId: number, userId: number): Promise<boolean> {
  const [other] = await ctx.read
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.id, userId), anotherAdmin(crewId, userId)));
  return other === undefined;
}

/**
 * Return an error at the field of an email or phone that an account already has; that account doesn't become an
 * employee.
 */
export async function readTakenContactErrors(
  ctx: Ctx,
  { email, phone }: { email: string | null; phone: string | null },
  but: number | null = null,
): Promise<FieldErrors> {
  const rows = await ctx.read
    .select({ id: user.id, email: user.email, phone: user.phone_number })
    .from(user)
    .where(
      or(email ? eq(user.email, email) : undefined, phone ? eq(user.phone_number, phone) : sql`0`) ?? sql`0`,
    );
  const others = rows.filter((r) => r.id !== but);
  // Limit the attempts, so that nobody can find out which emails or phones have accounts.
  if (others.length)
    await ctx.count([
      {
        limit: env().RATE_LIMIT_SIGN_UP,
        bucket: `taken:${ctx.actor.user ? `u${ctx.actor.user.id}` : ctx.actor.key}`,
      },
    ]);
  const why = (what: string) =>
    `Someone with this ${what} already has an account. Invite them, and they join with their own password.`;
  return {
    ...(email && others.some((r) => r.email === email) ? { email: [why("email")] } : {}),
    ...(phone && others.some((r) => r.phone === phone) ? { phone_number: [why("phone")] } : {}),
  };
}

export const normalizeContacts = (input: { email?: string | null; phone_number: string }) => ({
  email: input.email ? normalizeEmail(input.email) : null,
  phone: parseApiPhone(input.phone_number),
});

/** Database steps that create a person in the given crews, with a link to choose their password. */
export function buildAddEmployeeSteps(
  ctx: Ctx,
  by: { person: ActingUser; company: { id: number; name: string } },
  input: NewEmployee,
  crewIds: readonly RowId[],
): Step[] {
  const { email, phone } = normalizeContacts(input);
  const id = sql<number>`(SELECT id FROM ${user} WHERE phone_number = ${phone})`;
  return [
    expectOneRow(
      ctx.write.insert(user).values({
        first_name: input.first_name,
        last_name: input.last_name,
        email,
        phone_number: phone,
        default_company_id: by.company.id,
        creator_company_id: by.company.id,
        created_at: ctx.now.toISOString(),
      }),
    ),
    ...crewIds.map((crewId) => buildJoinCrewStep(ctx, by.company.id, crewId, id)),
    ...buildInviteLinkSteps(ctx, by, { ...input, email, phone, id }, crewIds[0] ?? 0).steps,
  ];
}

type Asked = {
  id: SQL<number> | number | null;
  first_name: string;
  last_name: string;
  email: string | null;
  phone: string | null;
};

/**
 * Database steps that create a new link to join the company, sent by mail if the person has an email, else by text
 * message.
 */
export function buildInviteLinkSteps(
  ctx: Ctx,
  by: { person: ActingUser; company: { id: number; name: string } },
  to: Asked,
  crewId: RowId,
  /** `shown` is true if the link is shown for copying; `instead` is the invitation that the link replaces. */
  { shown = false, instead }: { shown?: boolean; instead?: SQL } = {},
) {
  const token = createToken();
  const link = `${env().PUBLIC_URL}/invite/${token}`;
  const channel = getChannel(to);
  const query = `${to.first_name}, ${by.person.first_name} of ${by.company.name} invited you to join them on Timbertally.`;
  const message = { path: `/invite/${token}`, hours: INVITE_LINK_DAYS * 24 };
  const open = `Open this link within ${INVITE_LINK_DAYS} days and choose a password:`;
  const fresh = {
    is_mailed_only: !shown && channel === "mail",
    token_hash: hashToken(token),
    expires_at: new Date(ctx.now.getTime() + INVITE_LINK_DAYS * 86_400_000).toISOString(),
  };
  const created = instead
    ? ctx.write.update(invite).set(fresh).where(instead)
    : ctx.write.insert(invite).values({
        ...fresh,
        company_id: by.company.id,
        crew_id: crewId,
        user_id: to.id,
        first_name: to.first_name,
        last_name: to.last_name,
        email: to.email,
        phone_number: to.phone,
        creator_user_id: by.person.id,
        created_at: ctx.now.toISOString(),
      });
  const steps = [
    expectOneRow(created),
    ...(channel === "mail"
      ? buildMailSteps(ctx, {
          ...message,
          to: to.email ?? "",
          subject: `${by.company.name} invited you to Timbertally`,
          text: [query, open],
        })
      : channel === "text"
        ? buildTextSteps(ctx, {
            ...message,
            to: to.phone ?? "",
            subject: `${by.company.name} invited you`,
            text: `${query} ${open}`,
          })
        : []),
  ];
  return { steps, link, channel };
}

/** SQL condition for invitations that can still be accepted. */
export const openInviteCondition = (ctx: Ctx, companyId: number) =>
  and(
    eq(invite.company_id, companyId),
    isNull(invite.accepted_at),
    isNull(invite.revoked_at),
    gt(invite.expires_at, ctx.now.toISOString()),
  );

/** Build the step that revokes every link by which this person could join the company. */
export const buildRevokeInviteLinksStep = (ctx: Ctx, companyId: number, userId: number): Step =>
  allowAnyRows(
    ctx.write
      .update(invite)
      .set({ revoked_at: ctx.now.toISOString() })
      .where(
        and(
          eq(invite.company_id, companyId),
          eq(invite.user_id, userId),
          isNull(invite.accepted_at),
          isNull(invite.revoked_at),
        ),
      ),
  );
