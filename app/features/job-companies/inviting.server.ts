import { z } from "zod";
import { jobFor } from "~/features/jobs/standing.server";
import { formatPhone } from "~/features/people/phone";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { missing } from "~/web/refusal";
import { contactInput, joinSteps, notJoined, requireReachable } from "./contractor-invites.server";

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

/** Whom a company that has not joined yet was invited by, for its form. */
export const getContractorInvite = procedure({
  name: "getContractorInvite",
  input: z.strictObject(named),
  async run(ctx, { job_id, company_id }) {
    const { found, row } = await toInvite(ctx, job_id, company_id);
    return {
      job: found.job.name,
      company: row.company,
      invited_at: row.invited_at,
      values: {
        first_name: row.first_name,
        last_name: row.last_name,
        phone_number: row.phone_number ? formatPhone(row.phone_number) : "",
        email: row.email ?? "",
      },
    };
  },
});

/** Sends the contact of a company that has not joined yet another link, perhaps to another phone; the one before ends. */
export const inviteContractorAgain = procedure({
  name: "inviteContractorAgain",
  input: z.strictObject({ ...named, ...contactInput }),
  async run(ctx, { job_id, company_id, ...contact }) {
    const { found, row } = await toInvite(ctx, job_id, company_id);
    requireReachable(contact);
    return ctx.commit(joinSteps(ctx, { ...contact, company_id, company: row.company }, found.job.name), {
      id: company_id,
    });
  },
});
