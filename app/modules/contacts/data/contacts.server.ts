import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { company, invite } from "#db/schema";
import { listRoleNames, pickRoles, ROLE_FLAGS } from "~/lib/access/company-roles";
import { getEnabledChannels } from "~/lib/mail/channels.server";
import { formatPhone, parsePhoneWithExtension } from "~/lib/text/phone";
import { escapeLike, formatCount as words } from "~/lib/text/text";
import {
  buildContractorSteps,
  buildInviteSteps,
  buildJoinInvitationSteps,
  contactInput,
  contractorInput,
  createJoinLink,
  hasJoinedSql,
  requireContactAddress,
} from "~/modules/companies/shared/join-links.server";
import { requireUniqueCompanyName } from "~/modules/companies/shared/own-names.server";
import { normalizeEmail } from "~/modules/people/rules/person";
import type { CreatedLink } from "~/ui/new-link";
import type { CompanyActor } from "~/web/actor";
import { allowAnyRows } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, notFound, unprocessable } from "~/web/refusal";
import { isUnchanged, requireVersion, updateWithVersion } from "~/web/revise.server";
import { createToken } from "~/web/session.server";

/** Maximum number of contacts listed; in a longer list, the user searches. */
const MAX_SHOWN = 100;
/** Response with a new link, which is returned only once: the person who opens the link becomes the company's admin. */
const madeLinkOutput = z.strictObject({
  link: z.string(),
  hours: z.number().int().describe("How long it works."),
  sent: z
    .enum(["mail", "text"])
    .nullable()
    .describe("How it was sent; null where you hand it over yourself."),
  to: z.string().nullable(),
});
const NONE = "We couldn't find that contact. Its people may have joined Timbertally.";
const contact_id = z.number().int();
const version = z.number("Reload the page, then save.").int().min(1).max(1_000_000_000);

/** SQL condition for a company that the acting company recorded and that has no users, so that it can't act for itself. */
export const buildOwnContactCondition = (ctx: Pick<Ctx<CompanyActor>, "actor">) =>
  and(
    eq(company.creator_company_id, ctx.actor.company.id),
    eq(company.is_deleted, false),
    sql`NOT ${hasJoinedSql}`,
  );

/** SQL for the number of jobs that a contact is on. */
const JOBS = sql<number>`(SELECT count(*) FROM job_party p JOIN job j ON j.id = p.job_id WHERE p.company_id = company.id AND j.is_deleted = 0)`;
const USES = sql<number>`(SELECT count(*) FROM job_company jc JOIN job j ON j.id = jc.job_id
    WHERE jc.company_id = company.id AND jc.removed_at IS NULL AND j.is_deleted = 0)
  + (SELECT count(*) FROM job_draft d, json_each(d.body, '$.companies') c
    WHERE d.company_id = company.creator_company_id AND json_extract(c.value, '$.company_id') = company.id)
  + (SELECT count(*) FROM company_destination cd
    WHERE cd.company_id = company.creator_company_id AND cd.destination_company_id = company.id AND cd.is_deleted = 0)`;

/** SQL condition for a contact's pending invitations. */
const waiting = (id: number) =>
  and(eq(invite.company_id, id), isNull(invite.accepted_at), isNull(invite.revoked_at));

/** List the companies that the acting company recorded, with names, roles, and number of jobs. */
export const listContacts = procedure({
  name: "listContacts",
  may: "job_company.read",
  input: z.strictObject({ q: z.string().trim().max(100).default("") }),
  async run(ctx, { q }) {
    const like = `%${escapeLike(q)}%`;
    const rows = await ctx.read
      .select({ row: company, jobs: JOBS })
      .from(company)
      .where(
        and(buildOwnContactCondition(ctx), q ? sql`${company.name} LIKE ${like} ESCAPE '\\'` : undefined),
      )
      .orderBy(asc(company.name), asc(company.id))
      .limit(MAX_SHOWN + 1);
    const { job_company } = ctx.actor.permissions;
    return {
      q,
      texts: getEnabledChannels().text,
      more: rows.length > MAX_SHOWN,
      may_add: job_company.create,
      may_edit: job_company.update,
      contacts: rows.slice(0, MAX_SHOWN).map(({ row, jobs }) => ({
        id: row.id,
        name: row.name,
        roles: listRoleNames(pickRoles(row)).join(", "),
        works_for_us: row.on_behalf_of_company_id === ctx.actor.company.id,
        person: [row.contact_first_name, row.contact_last_name].filter(Boolean).join(" "),
        phone: row.contact_phone_number && formatPhone(row.contact_phone_number),
        jobs,
      })),
    };
  },
});

const roles = z.array(z.enum(ROLE_FLAGS, "Unknown role")).max(ROLE_FLAGS.length).default([]);
const roleFlags = (chosen: readonly (typeof ROLE_FLAGS)[number][]) =>
  pickRoles({
    is_land_owner: chosen.includes("is_land_owner"),
    is_land_manager: chosen.includes("is_land_manager"),
    is_cutter: chosen.includes("is_cutter"),
    is_skidder: chosen.includes("is_skidder"),
    is_hauler: chosen.includes("is_hauler"),
    is_mill: chosen.includes("is_mill"),
  });
/** True if the contact cuts, skids or hauls for the acting company as a subcontractor. */
const works_for_us = z.boolean().default(false);
const behalf = (ctx: Ctx<CompanyActor>, forUs: boolean) => ({
  on_behalf_of_company_id: forUs ? ctx.actor.company.id : null,
});
const NO_ROLE = "Choose at least one: it says where you can choose this company";

/** Record a company that isn't on Timbertally; no other company can find it, and nothing is sent. */
export const addContact = procedure({
  name: "addContact",
  may: "job_company.create",
  input: z.strictObject({ ...contractorInput, roles, works_for_us }),
  output: idOutput,
  async run(ctx, { roles: chosen, works_for_us: forUs, ...input }) {
    if (!chosen.length) throw invalid({ roles: [NO_ROLE] });
    const what = { ...roleFlags(chosen), ...behalf(ctx, forUs) };
    return ctx.commit(await buildContractorSteps(ctx, input, what), { id: selectInsertedId(company) });
  },
});

async function contactOf(ctx: Ctx<CompanyActor>, id: number) {
  const [found] = await ctx.read
    .select({ row: company, uses: USES })
    .from(company)
    .where(and(eq(company.id, id), buildOwnContactCondition(ctx)));
  if (!found) throw notFound(NONE);
  const [asked] = await ctx.read.select().from(invite).where(waiting(id)).orderBy(desc(invite.id)).limit(1);
  const { row, uses } = found;
  return {
    uses,
    asked,
    row,
    values: {
      name: row.name,
      first_name: row.contact_first_name ?? asked?.first_name ?? "",
      last_name: row.contact_last_name ?? asked?.last_name ?? "",
      phone_number: row.contact_phone_number ? formatPhone(row.contact_phone_number) : "",
      email: asked?.email ?? "",
      roles: ROLE_FLAGS.filter((flag) => row[flag]),
      works_for_us: row.on_behalf_of_company_id === ctx.actor.company.id,
    },
  };
}

/** Return a contact for its form, or for the page that confirms its deletion. */
export const getContact = procedure({
  name: "getContact",
  may: "job_company.update",
  input: z.strictObject({ contact_id }),
  async run(ctx, input) {
    const { row, uses, values } = await contactOf(ctx, input.contact_id);
    return {
      id: row.id,
      version: row.version,
      uses,
      values,
      texts: getEnabledChannels().text,
      may_delete: ctx.actor.permissions.job_company.delete,
    };
  },
});

/** Change a contact. If its phone or email changes, a link already sent stops working, since someone else may have it. */
export const saveContact = procedure({
  name: "saveContact",
  may: "job_company.update",
  input: z.strictObject({ contact_id, version, ...contractorInput, roles, works_for_us }),
  output: idOutput,
  async run(ctx, { contact_id: id, version: sent, roles: chosen, works_for_us: forUs, ...input }) {
    const { row, asked, values } = await contactOf(ctx, id);
    requireVersion(row, sent, { version: row.version, ...values, roles: values.roles.join(",") });
    if (!chosen.length) throw invalid({ roles: [NO_ROLE] });
    requireContactAddress(input);
    await requireUniqueCompanyName(ctx, input.name, "You have already added a company with this name.", id);
    const phone = input.phone_number ? parsePhoneWithExtension(input.phone_number) : null;
    const email = input.email ? normalizeEmail(input.email) : null;
    const reached = asked ?? { email: null, phone_number: row.contact_phone_number };
    const moved = reached.email !== email || reached.phone_number !== phone;
    const name = { first_name: input.first_name, last_name: input.last_name };
    const patch = {
      name: input.name,
      ...roleFlags(chosen),
      ...behalf(ctx, forUs),
      contact_first_name: input.first_name,
      contact_last_name: input.last_name,
      contact_phone_number: phone,
    };
    if (!moved && isUnchanged(row, patch) && (!asked || isUnchanged(asked, name)))
      return ctx.commit([], { id });
    return ctx.commit(
      [
        updateWithVersion(ctx, company, row, patch, buildOwnContactCondition(ctx)),
        ...(moved
          ? buildInviteSteps(ctx, id, input, createToken())
          : [allowAnyRows(ctx.write.update(invite).set(name).where(waiting(id)))]),
      ],
      { id },
    );
  },
});

/** Delete a contact and its link; refused while a job or a destination names the contact. */
export const deleteContact = procedure({
  name: "deleteContact",
  may: "job_company.delete",
  input: z.strictObject({ contact_id, version }),
  output: idOutput,
  async run(ctx, input) {
    const { row, uses } = await contactOf(ctx, input.contact_id);
    requireVersion(row, input.version, { name: row.name });
    if (uses) throw unprocessable(`${row.name} is used in ${words(uses, "place")}. Take it off there first.`);
    return ctx.commit(
      [
        updateWithVersion(
          ctx,
          company,
          row,
          { is_deleted: true },
          buildOwnContactCondition(ctx),
          sql`(${USES}) = 0`,
        ),
        allowAnyRows(
          ctx.write.update(invite).set({ revoked_at: ctx.now.toISOString() }).where(waiting(row.id)),
        ),
      ],
      { id: row.id },
    );
  },
});

/**
 * Create the link by which a contact's person joins as the admin of that company; the previous link stops working. The
 * link is sent if this site can send it, and is displayed only once, as a link and as a card to print.
 */
export const inviteContact = procedure({
  name: "inviteContact",
  may: "job_company.update",
  limit: { work: "messages" },
  input: z.strictObject({ contact_id, ...contactInput }),
  output: madeLinkOutput,
  async run(ctx, { contact_id: id, ...to }): Promise<CreatedLink> {
    const { row } = await contactOf(ctx, id);
    requireContactAddress(to);
    const token = createToken();
    await ctx.commit(
      buildJoinInvitationSteps(ctx, { ...to, company_id: id, company: row.name }, null, token),
      {
        id,
      },
    );
    return createJoinLink(to, token);
  },
});
