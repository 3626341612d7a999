import { sql } from "drizzle-orm";
import { z } from "zod";
import { commitWithFiles } from "~/lib/files/commit-upload.server";
import { storeUpload } from "~/lib/files/store-upload.server";
import { procedure } from "~/web/procedure";
import { notFound } from "~/web/refusal";
import { changeDraft, draftVersion, findBlockingStep, requireOpenDraft } from "../../shared/draft.server";
import {
  CONTRACT_FIELD_BY_ROLE,
  type Draft,
  type DraftContractRole,
  listCompaniesInRole,
} from "../rules/draft";
import { setDraftContract } from "../rules/draft-rules";
import { readCompanyNames } from "./parties.server";

const role = z.enum(["cutter", "skidder", "hauler"], "Choose cutter, skidder or hauler");
const named = { role, company_id: z.number().int() };

const NO_SUCH = "This company doesn't have that role on the job.";

function entryOf(draft: Draft, role: DraftContractRole, companyId: number) {
  const entry = listCompaniesInRole(draft, role).find((c) => c.company_id === companyId);
  if (!entry) throw notFound(NO_SUCH);
  const of = CONTRACT_FIELD_BY_ROLE[role];
  return { entry, name: entry[`${of}_contract_name`], file: entry[`${of}_contract_file`] };
}

/** The contract of a chosen company in one role. The requester has no contract with itself. */
export const getJobContract = procedure({
  name: "getJobContract",
  may: "job.create",
  input: z.strictObject(named),
  async run(ctx, input) {
    const { kept } = await requireOpenDraft(ctx);
    const { name, file } = entryOf(kept.draft, input.role, input.company_id);
    if (ctx.actor.companies.some((c) => c.id === input.company_id)) throw notFound(NO_SUCH);
    const names = await readCompanyNames(ctx, [input.company_id]);
    return {
      ...input,
      company: names.get(input.company_id) ?? "",
      version: kept.version + 1,
      first: await findBlockingStep(ctx, kept.draft, "companies"),
      name,
      file_name: file?.file_name ?? null,
    };
  },
});

/** Save a contract's name and, if one is sent, its PDF in place of the previous one. */
export const saveJobContract = procedure({
  name: "saveJobContract",
  may: "job.create",
  input: z.strictObject({
    ...named,
    name: z.string("Contract name is required").trim().min(1, "Contract name is required").max(120),
    contract_file: z.string().max(200).optional(),
    remove_file: z.boolean().optional(),
    version: draftVersion,
  }),
  async run(ctx, input) {
    if (ctx.actor.companies.some((c) => c.id === input.company_id)) throw notFound(NO_SUCH);
    const stored = input.contract_file
      ? await storeUpload(ctx, { field: "contract_file", sent: input.contract_file, allowed: ["pdf"] })
      : null;
    const field = `${CONTRACT_FIELD_BY_ROLE[input.role]}_contract_file`;
    await commitWithFiles(stored?.keys ?? [], () =>
      changeDraft(ctx, {
        section: "companies",
        step: "companies",
        version: input.version,
        change: (draft) => {
          const { file } = entryOf(draft, input.role, input.company_id);
          const cached = stored || input.remove_file ? null : file;
          return setDraftContract(draft, input.role, input.company_id, input.name, cached) ?? draft;
        },
        first: () => (stored ? stored.steps : []),
        ...(stored
          ? {
              body: (json, next) => {
                const index = next.companies.findIndex((c) => c.company_id === input.company_id);
                return sql`json_set(${json}, ${`$.companies[${index}].${field}`}, json_object('stored_file_id', ${stored.id}, 'file_name', ${stored.file_name}))`;
              },
            }
          : {}),
      }),
    );
    return { role: input.role };
  },
});
