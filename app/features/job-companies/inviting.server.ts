import { z } from "zod";
import { jobFor } from "~/core/jobs/standing.server";
import {
  contactInput,
  joinSteps,
  madeLink,
  notJoined,
  requireReachable,
} from "~/core/noted/join-links.server";
import { enabledChannels } from "~/core/outbox/channels.server";
import { formatPhone, withoutExtension } from "~/domain/people/phone";
import type { MadeLink } from "~/ui/new-link";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { missing } from "~/web/refusal";
import { newToken } from "~/web/session.server";

const named = { job_id: z.number().int(), company_id: z.number().int() };
const NONE =
  "You can't invite this company: it already has people on Timbertally, or your company didn't add it.";

async function toInvite(ctx: Ctx<CompanyActor>, job_id: number, company_id: number) {
  const found = await jobFor(ctx, job_id, "add_company");
  const on = found.companies.some((c) => c.company_id === company_id);
  const [row] = on ? await notJoined(ctx, [company_id]) : [];
  if (!row) throw missing(NONE);
  return { found, row };
}

/** Who invited a company that hasn't joined yet, for its form. */
export const getContractorInvite = procedure({
  name: "getContractorInvite",
  input: z.strictObject(named),
  async run(ctx, { job_id, company_id }) {
    const { found, row } = await toInvite(ctx, job_id, company_id);
    return {
      job: found.job.name,
      company: row.company,
      invited_at: row.invited_at,
      texts: enabledChannels().text,
      values: {
        first_name: row.first_name,
        last_name: row.last_name,
        phone_number: row.phone_number ? formatPhone(withoutExtension(row.phone_number)) : "",
        email: row.email ?? "",
      },
    };
  },
});

/**
 * Makes the contact of a company that has not joined yet another link, perhaps for another phone; the one before ends.
 * It is sent where this site can send it, and shown once to be handed over.
 */
export const inviteContractorAgain = procedure({
  name: "inviteContractorAgain",
  input: z.strictObject({ ...named, ...contactInput }),
  async run(ctx, { job_id, company_id, ...contact }): Promise<MadeLink> {
    const { found, row } = await toInvite(ctx, job_id, company_id);
    requireReachable(contact);
    const token = newToken();
    const to = { ...contact, company_id, company: row.company };
    await ctx.commit(joinSteps(ctx, to, found.job.name, token), { id: company_id });
    return madeLink(contact, token);
  },
});
