import { sql } from "drizzle-orm";
import { z } from "zod";
import { committedWith } from "~/core/files/settle.server";
import { storeUpload } from "~/core/files/store-upload.server";
import { procedure } from "~/web/procedure";
import { missing } from "~/web/refusal";
import { CONTRACT_OF, type Draft, type DraftContractRole, inRole } from "./draft";
import { changeDraft, draftVersion, notYet, openSetup } from "./draft.server";
import { setDraftContract } from "./draft-rules";
import { companyNames } from "./parties.server";

const role = z.enum(["cutter", "skidder", "hauler"], "Choose cutter, skidder or hauler");
const named = { role, company_id: z.number().int() };

const NO_SUCH = "This company doesn't have that role on the job.";

function entryOf(draft: Draft, role: DraftContractRole, companyId: number) {
  const entry = inRole(draft, role).find((c) => c.company_id === companyId);
  if (!entry) throw missing(NO_SUCH);
  const of = CONTRACT_OF[role];
  return { entry, name: entry[`${of}_contract_name`], file: entry[`${of}_contract_file`] };
}

/** The contract of a chosen company in one role. A company has none with itself. */
export const getJobContract = procedure({
  name: "getJobContract",
  may: "job.create",
  input: z.strictObject(named),
  async run(ctx, input) {
    const { kept } = await openSetup(ctx);
    const { name, file } = entryOf(kept.draft, input.role, input.company_id);
    if (ctx.actor.companies.some((c) => c.id === input.company_id)) throw missing(NO_SUCH);
    const names = await companyNames(ctx, [input.company_id]);
    return {
      ...input,
      company: names.get(input.company_id) ?? "",
      version: kept.version + 1,
      first: await notYet(ctx, kept.draft, "companies"),
      name,
      file_name: file?.file_name ?? null,
    };
  },
});

/** Keeps a contract's name and, where one is sent, its PDF in place of the one before. */
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
    if (ctx.actor.companies.some((c) => c.id === input.company_id)) throw missing(NO_SUCH);
    const stored = input.contract_file
      ? await storeUpload(ctx, { field: "contract_file", sent: input.contract_file, allowed: ["pdf"] })
      : null;
    const field = `${CONTRACT_OF[input.role]}_contract_file`;
    await committedWith(stored?.keys ?? [], () =>
      changeDraft(ctx, {
        section: "companies",
        step: "companies",
        version: input.version,
        change: (draft) => {
          const { file } = entryOf(draft, input.role, input.company_id);
          const kept = stored || input.remove_file ? null : file;
          return setDraftContract(draft, input.role, input.company_id, input.name, kept) ?? draft;
        },
        first: () => (stored ? stored.steps : []),
        ...(stored
          ? {
              body: (json, next) => {
                const at = next.companies.findIndex((c) => c.company_id === input.company_id);
                return sql`json_set(${json}, ${`$.companies[${at}].${field}`}, json_object('stored_file_id', ${stored.id}, 'file_name', ${stored.file_name}))`;
              },
            }
          : {}),
      }),
    );
    return { role: input.role };
  },
});
