import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { jsonListSql } from "#db/json-list";
import { prepareQuery } from "#db/prepared.server";
import { company, invite } from "#db/schema";
import type { RoleFlag } from "~/lib/access/company-roles";
import { getEnabledChannel, getEnabledChannels, isMailReadable } from "~/lib/mail/channels.server";
import { buildMailSteps, buildTextSteps } from "~/lib/mail/write.server";
import { formatPhone, parsePhoneWithExtension, parseTextPhone } from "~/lib/text/phone";
import { onboardingName } from "~/modules/people/rules/onboarding";
import { callPhoneInput, emailInput, normalizeEmail, personNameField } from "~/modules/people/rules/person";
import type { CreatedLink } from "~/ui/new-link";
import type { CompanyActor } from "~/web/actor";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import { env } from "~/web/env.server";
import type { Ctx, Step } from "~/web/procedure";
import { forbidden, invalid } from "~/web/refusal";
import { createToken, hashToken } from "~/web/session.server";
import { requireUniqueCompanyName } from "./own-names.server";

const VALID_DAYS = 14;
const daysFrom = (now: Date, days: number) => new Date(now.getTime() + days * 86_400_000).toISOString();

/** Fields of the person invited to join for a company that is not on Timbertally. */
export const contactInput = {
  first_name: personNameField("First name"),
  last_name: personNameField("Last name"),
  phone_number: callPhoneInput.optional(),
  email: emailInput.optional(),
};
export const contractorInput = { name: onboardingName, ...contactInput };

export type Contact = z.output<z.ZodObject<typeof contactInput>>;

/** Refuse a contact with neither a phone number nor an email. */
export function requireContactAddress(contact: Contact) {
  if (!contact.phone_number && !contact.email)
    throw invalid({ phone_number: ["Type a phone number or an email, so that we can send the invitation"] });
}

/**
 * Build the steps that record a contractor for the acting company: a company without users that no other company can
 * find, like a land owner. The contractor's contact is sent a link with the first job, and becomes the contractor's
 * admin by opening the link.
 */
export async function buildContractorSteps(
  ctx: Ctx<CompanyActor>,
  input: Contact & { name: string },
  what: Partial<Record<RoleFlag, boolean>> & { on_behalf_of_company_id?: number | null },
): Promise<Step[]> {
  requireContactAddress(input);
  const me = ctx.actor.company.id;
  await requireUniqueCompanyName(
    ctx,
    input.name,
    "You have already added a company with this name. Search for it.",
  );
  const now = ctx.now.toISOString();
  return [
    expectOneRow(
      ctx.write.insert(company).values({
        name: input.name,
        ...what,
        contact_first_name: input.first_name,
        contact_last_name: input.last_name,
        contact_phone_number: input.phone_number ? parsePhoneWithExtension(input.phone_number) : null,
        creator_company_id: me,
        created_at: now,
      }),
    ),
    ...buildInviteSteps(ctx, selectInsertedId(company), input, createToken()),
  ];
}

/**
 * Return the steps that invite someone to be the admin of a company without users; earlier open invitations are
 * revoked.
 */
export function buildInviteSteps(
  ctx: Ctx<CompanyActor>,
  companyId: SQL | number,
  to: Contact,
  token: string,
): Step[] {
  const id = companyId;
  const now = ctx.now.toISOString();
  const person = ctx.actor.user;
  if (!person) throw forbidden("A person invites, not a program.");
  const crews = [
    ["Admins", 1],
    ["Crew", 0],
  ] as const;
  return [
    // Fail if someone has joined in the meantime, because that person is now the admin and the link must admit nobody
    // else.
    expectOneRow(
      ctx.write
        .update(company)
        .set({ version: sql`${company.version}` })
        .where(
          and(
            sql`${company.id} = ${id}`,
            eq(company.creator_company_id, ctx.actor.company.id),
            eq(company.is_deleted, false),
            sql`NOT ${hasJoinedSql}`,
          ),
        ),
    ),
    ...crews.map(([name, primary]) =>
      allowAnyRows(
        sql`INSERT INTO crew (company_id, name, is_primary, created_at) SELECT ${id}, ${name}, ${primary}, ${now}
          WHERE NOT EXISTS (SELECT 1 FROM crew WHERE company_id = ${id} AND is_primary = ${primary})`,
      ),
    ),
    allowAnyRows(
      ctx.write
        .update(invite)
        .set({ revoked_at: now })
        .where(and(eq(invite.company_id, id), isNull(invite.accepted_at), isNull(invite.revoked_at))),
    ),
    expectOneRow(
      ctx.write.insert(invite).values({
        token_hash: hashToken(token),
        company_id: id,
        crew_id: sql`(SELECT id FROM crew WHERE company_id = ${id} AND is_primary = 1)`,
        first_name: to.first_name,
        last_name: to.last_name,
        email: to.email ? normalizeEmail(to.email) : null,
        phone_number: to.phone_number ? parsePhoneWithExtension(to.phone_number) : null,
        creator_user_id: person.id,
        created_at: now,
        expires_at: daysFrom(ctx.now, VALID_DAYS),
      }),
    ),
  ];
}

type Reach = { email?: string | null; phone_number?: string | null };

/** Return the link data shown once to the user who created the invitation. */
export function createJoinLink(to: Reach, token: string): CreatedLink {
  const sent = getInviteChannel(to);
  const address = sent === "mail" ? to.email : to.phone_number && formatPhone(to.phone_number);
  return {
    link: `${env().PUBLIC_URL}/invite/${token}`,
    hours: VALID_DAYS * 24,
    sent,
    to: sent === null ? null : (address ?? null),
  };
}

/**
 * Return the channel to send a link by; null if this site can't reach the contact, so that someone must pass on the
 * link.
 */
function getInviteChannel({ email = null, phone_number }: Reach): "mail" | "text" | null {
  const phone = phone_number ? parseTextPhone(phone_number) : null;
  return getEnabledChannel({ email, phone }) ?? getEnabledChannel({ email: null, phone });
}

/** Check whether a link is sent to the contact automatically; on a demo site the outbox counts as mail. */
export const canSendLink = (to: Reach): boolean =>
  getInviteChannel(to) !== null || Boolean(to.email && isMailReadable());

/**
 * Return the steps that invite a company's contact to join, optionally for a job, with a new link by email, and by text
 * if this site sends texts.
 */
export function buildJoinInvitationSteps(
  ctx: Ctx<CompanyActor>,
  to: Contact & { company_id: SQL | number; company: string },
  jobName: string | null,
  token = createToken(),
): Step[] {
  const link = { path: `/invite/${token}`, hours: VALID_DAYS * 24 };
  const me = ctx.actor.company.name;
  const subject = `${me} invites ${to.company} to ${jobName === null ? "Timbertally" : `the job ${jobName}`}`;
  const what =
    jobName === null
      ? `${to.first_name}, ${me} works with ${to.company} and invites you to Timbertally.`
      : `${to.first_name}, ${me} put ${to.company} on the job ${jobName}.`;
  const texted = to.phone_number ? parseTextPhone(to.phone_number) : null;
  const sees = jobName === null ? "your jobs, your rates" : "the job, your contract, your rates";
  return [
    ...buildInviteSteps(ctx, to.company_id, to, token),
    ...(to.email
      ? buildMailSteps(ctx, {
          to: to.email,
          subject,
          ...link,
          text: [what, `Join Timbertally within ${VALID_DAYS} days to see ${sees} and your loads:`],
        })
      : []),
    ...(texted && getEnabledChannels().text
      ? buildTextSteps(ctx, {
          to: texted,
          subject,
          ...link,
          text: `${what} See it on Timbertally:`,
        })
      : []),
  ];
}

export const hasJoinedSql = sql`EXISTS (SELECT 1 FROM crew f JOIN crew_member m ON m.crew_id = f.id WHERE f.company_id = ${company.id})`;

const findWaiting = prepareQuery((read) =>
  read
    .select({
      company_id: company.id,
      company: company.name,
      first_name: invite.first_name,
      last_name: invite.last_name,
      email: invite.email,
      phone_number: invite.phone_number,
      invited_at: invite.created_at,
    })
    .from(invite)
    .innerJoin(company, eq(company.id, invite.company_id))
    .where(
      and(
        sql`${company.id} IN ${jsonListSql(sql.placeholder("ids"))}`,
        eq(company.creator_company_id, sql.placeholder("me")),
        isNull(invite.accepted_at),
        isNull(invite.revoked_at),
        sql`NOT ${hasJoinedSql}`,
      ),
    )
    .orderBy(desc(invite.id)),
);

/**
 * Return those of the given companies that the acting company recorded and that have no users yet, with their latest
 * contact.
 */
export async function readUnjoinedCompanies(
  ctx: Pick<Ctx<CompanyActor>, "read" | "actor">,
  ids: readonly number[],
) {
  if (ids.length === 0) return [];
  const rows = await findWaiting(ctx.read, { ids: JSON.stringify(ids), me: ctx.actor.company.id });
  return [...new Map(rows.reverse().map((row) => [row.company_id, row])).values()];
}

/**
 * Build the steps that invite the given companies without users to a job. Only a user can invite, not an API key. If a
 * contact can't be sent a link, the earlier link stays valid, because someone may have passed it on.
 */
export async function buildJobInvitationSteps(
  ctx: Ctx<CompanyActor>,
  ids: readonly number[],
  jobName: string,
): Promise<Step[]> {
  if (!ctx.actor.user) return [];
  const reached = (await readUnjoinedCompanies(ctx, ids)).filter(canSendLink);
  return reached.flatMap(({ email, phone_number, ...row }) =>
    buildJoinInvitationSteps(
      ctx,
      { ...row, email: email ?? undefined, phone_number: phone_number ?? undefined },
      jobName,
    ),
  );
}
