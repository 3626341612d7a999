import { z } from "zod";
import { getEnabledChannels } from "~/lib/mail/channels.server";
import { formatPhone } from "~/lib/text/phone";
import {
  buildJoinInvitationSteps,
  contactInput,
  createJoinLink,
  readUnjoinedCompanies,
  requireContactAddress,
} from "~/modules/companies/shared/join-links.server";
import type { CreatedLink } from "~/ui/new-link";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { notFound } from "~/web/refusal";
import { createToken } from "~/web/session.server";
import { requireJobRight } from "../../shared/authorize.server";

const named = { job_id: z.number().int(), company_id: z.number().int() };
const NONE =
  "You can't invite this company: it already has people on Timbertally, or your company didn't add it.";

async function toInvite(ctx: Ctx<CompanyActor>, job_id: number, company_id: number) {
  const job = await requireJobRight(ctx, job_id, "add_company");
  const on = job.companies.some((c) => c.company_id === company_id);
  const [row] = on ? await readUnjoinedCompanies(ctx, [company_id]) : [];
  if (!row) throw notFound(NONE);
  return { found: job, row };
}

/** The invitation of a company that hasn't joined yet, for its form. */
export const getContractorInvite = procedure({
  name: "getContractorInvite",
  input: z.strictObject(named),
  async run(ctx, { job_id, company_id }) {
    const { found, row } = await toInvite(ctx, job_id, company_id);
    return {
      job: found.job.name,
      company: row.company,
      invited_at: row.invited_at,
      texts: getEnabledChannels().text,
      values: {
        first_name: row.first_name,
        last_name: row.last_name,
        phone_number: row.phone_number ? formatPhone(row.phone_number) : "",
        email: row.email ?? "",
      },
    };
  },
});

/**
 * Create a new link for the contact of a company that has not joined yet, for example with another phone; the previous
 * link ends. The link is sent if this site can send it, or else shown once to be passed on.
 */
export const inviteContractorAgain = procedure({
  name: "inviteContractorAgain",
  input: z.strictObject({ ...named, ...contactInput }),
  async run(ctx, { job_id, company_id, ...contact }): Promise<CreatedLink> {
    const { found, row } = await toInvite(ctx, job_id, company_id);
    requireContactAddress(contact);
    const token = createToken();
    const to = { ...contact, company_id, company: row.company };
    await ctx.commit(buildJoinInvitationSteps(ctx, to, found.job.name, token), { id: company_id });
    return createJoinLink(contact, token);
  },
});
