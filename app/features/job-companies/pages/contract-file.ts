import { fileAnswer } from "~/core/files/file-answer.server";
import { CONTRACT_ROLES } from "~/core/jobs/contracts";
import { getContractFile } from "~/features/job-companies/contracts.server";
import { bytesLoader } from "~/web/bytes.server";
import { context } from "~/web/context.server";
import { missing } from "~/web/refusal";
import { asPage, call, idOf } from "~/web/respond.server";

/** A contract's PDF, to be saved, for the requester and that contractor. */
export const loader = bytesLoader(async (args) => {
  const role = CONTRACT_ROLES.find((r) => r === args.params.role);
  if (!role) throw asPage(missing());
  const named = { job_id: idOf(args.params.jobId), company_id: idOf(args.params.companyId), role };
  const file = await call(getContractFile, await context(args), named);
  return fileAnswer(file).catch((error: unknown) => {
    throw asPage(error);
  });
});
