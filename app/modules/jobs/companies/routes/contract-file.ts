import { buildFileResponse } from "~/lib/files/file-answer.server";
import { createFileLoader } from "~/web/bytes.server";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, toErrorResponse } from "~/web/form-action.server";
import { notFound } from "~/web/refusal";
import { CONTRACT_ROLES } from "../../rules/contracts";
import { getContractFile } from "../data/contracts.server";

/** Download a contract's PDF, for the requester and that contractor. */
export const loader = createFileLoader(async (args) => {
  const role = CONTRACT_ROLES.find((r) => r === args.params.role);
  if (!role) throw toErrorResponse(notFound());
  const named = { job_id: parseId(args.params.jobId), company_id: parseId(args.params.companyId), role };
  const file = await callProcedure(getContractFile, await createContext(args), named);
  return buildFileResponse(file).catch((error: unknown) => {
    throw toErrorResponse(error);
  });
});
