import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { jobCompany, storedFile } from "#db/schema";
import { commitWithFiles } from "~/lib/files/commit-upload.server";
import { storeUpload } from "~/lib/files/store-upload.server";
import type { Diff } from "~/modules/history/rules/history";
import { buildHistorySteps } from "~/modules/history/shared/history.server";
import { NOTIFICATION } from "~/modules/notifications/rules/notices";
import type { CompanyActor } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden, notFound } from "~/web/refusal";
import { requireVersion } from "~/web/revise.server";
import { CONTRACT_ROLES, CONTRACTS, type ContractRole } from "../../rules/contracts";
import { requireJobRight, type VisibleJob } from "../../shared/authorize.server";
import { canReadContract } from "./companies.server";
import { buildJobNotificationSteps } from "./notify.server";

const named = {
  job_id: z.number().int(),
  company_id: z.number().int(),
  role: z.enum(CONTRACT_ROLES),
};

/** A contractor's row on a job with its contract columns in one role; else 404. */
function contractOf(job: VisibleJob, companyId: number, role: ContractRole) {
  const columns = CONTRACTS.find((c) => c.role === role);
  const place = job.companies.find((c) => c.company_id === companyId);
  if (!columns || !place?.[columns.flag]) throw notFound("We couldn't find that contract.");
  return { place, columns };
}

/**
 * Return a contract that may be changed; the requester's own companies have no contract with themselves
 * (docs/domain.md#setting-up-a-job).
 */
async function changeable(
  ctx: Ctx<CompanyActor>,
  input: { job_id: number; company_id: number; role: ContractRole },
) {
  const job = await requireJobRight(ctx, input.job_id, "contracts");
  const { place, columns } = contractOf(job, input.company_id, input.role);
  if (ctx.actor.companies.some((c) => c.id === input.company_id))
    throw forbidden("You don't need a contract with your own company.");
  return { found: job, place, columns };
}

/** Initial values of the contract panel. */
export const getContractForm = procedure({
  name: "getContractForm",
  input: z.strictObject(named),
  async run(ctx, input) {
    const { found, place, columns } = await changeable(ctx, input);
    return {
      job: found.job.name,
      company: place.name,
      label: columns.label,
      contract_name: place[columns.name] ?? "",
      has_file: place[columns.file] !== null,
      accepted: place.accepted_at !== null,
      version: place.version,
    };
  },
});

/**
 * Set a contract's name for a role, with its PDF if one is sent. A contractor that has already accepted must accept
 * again and may keep working (docs/domain.md#invitations).
 */
export const setContract = procedure({
  name: "setContract",
  limit: { work: "files" },
  input: z.strictObject({
    ...named,
    version: z.number().int(),
    contract_name: z.string().trim().max(120, "The name can be at most 120 characters").nullable().optional(),
    contract: z.string().max(200).optional(),
  }),
  output: idOutput,
  async run(ctx, input) {
    const { found, place, columns } = await changeable(ctx, input);
    requireVersion(place, input.version, { contract_name: place[columns.name], version: place.version });
    const stored = input.contract
      ? await storeUpload(ctx, { field: "contract", sent: input.contract, allowed: ["pdf"] })
      : null;
    const name = input.contract_name || null;
    const readers = [place.company_id];
    const diffs: Diff[] = [
      ...(name !== place[columns.name]
        ? [{ key: columns.name, saved: place[columns.name], updated: name, readers }]
        : []),
      ...(stored
        ? [{ key: `${columns.role}_contract_file`, saved: null, updated: stored.file_name, readers }]
        : []),
    ];
    if (diffs.length === 0) return { id: place.company_id };
    const asked = place.accepted_at !== null;
    return commitWithFiles(stored?.keys ?? [], async () =>
      ctx.commit(
        [
          ...(stored ? stored.steps : []),
          expectOneRow(
            ctx.write
              .update(jobCompany)
              .set({
                [columns.name]: name,
                ...(stored ? { [columns.file]: stored.id } : {}),
                ...(asked ? { contract_changed_at: ctx.now.toISOString() } : {}),
                version: input.version,
              })
              .where(and(eq(jobCompany.id, place.id), eq(jobCompany.version, place.version))),
          ),
          ...(asked
            ? await buildJobNotificationSteps(ctx, {
                type: NOTIFICATION.invitation,
                what: "changed",
                company: place.company_id,
                job: input.job_id,
                title: `Your contract on ${found.job.name} was changed`,
                message: `${found.requester} changed your contract on ${found.job.name}. Accept or decline it. You can keep working.`,
                path: `/jobs/${input.job_id}/accept`,
              })
            : []),
          ...(await buildHistorySteps(ctx, found.subject, [{ activity: "job_updated", details: { diffs } }])),
        ],
        { id: place.company_id },
      ),
    );
  },
});

/** Return a contract's stored PDF, for the requester and the contractor only; respond with 404 for everyone else. */
export const getContractFile = procedure({
  name: "getContractFile",
  may: "job_company.read",
  input: z.strictObject(named),
  async run(ctx, input) {
    const job = await requireJobRight(ctx, input.job_id, "see_own_contract");
    const { place, columns } = contractOf(job, input.company_id, input.role);
    if (!canReadContract(job, place.company_id)) throw notFound("We couldn't find that contract.");
    const [file] = await ctx.read
      .select()
      .from(storedFile)
      .where(eq(storedFile.id, place[columns.file] ?? 0));
    if (!file) throw notFound("We couldn't find that contract.");
    return file;
  },
});
