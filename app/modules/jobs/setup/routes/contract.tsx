import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { MAX_UPLOAD_MEGABYTES } from "~/lib/files/file-sizes";
import { FILE_REQUIRED_MESSAGE, PDF_UPLOAD_FAILED_MESSAGE } from "~/lib/files/store-upload.server";
import { submitUpload } from "~/lib/files/submit-upload.server";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getJobContract, saveJobContract } from "../data/contract.server";
import { createStepRedirect } from "../rules/return-to-review";
import { ContractPage } from "../ui/setup-pages";

export const meta: MetaFunction = () => [{ title: "Contract · Timbertally" }];

const ROLES = ["cutter", "skidder", "hauler"] as const;

/** Company and role of the contract, from the URL. */
function named(args: { request: Request }) {
  const query = new URL(args.request.url).searchParams;
  return {
    role: ROLES.find((r) => r === query.get("role")) ?? "cutter",
    company_id: parseId(query.get("company_id") ?? undefined),
  } as const;
}

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  return { page: await callProcedure(getJobContract, ctx, named(args)), submission_id: createSubmissionId() };
}

export function action(args: ActionFunctionArgs) {
  const options = {
    fixed: named(args),
    to: ({ role }: { role: string }) => createStepRedirect(args)(`/jobs/create/companies?section=${role}`),
    sorry: PDF_UPLOAD_FAILED_MESSAGE,
  };
  // A browser sends the form as multipart; a text browser without a file may not.
  return /^multipart/i.test(args.request.headers.get("Content-Type") ?? "")
    ? submitUpload(
        saveJobContract,
        args,
        { field: "contract_file", needed: FILE_REQUIRED_MESSAGE, megabytes: MAX_UPLOAD_MEGABYTES.pdf },
        options,
      )
    : submit(saveJobContract, args, options);
}

export default function Contract() {
  const { page, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <ContractPage page={page} result={result} submissionId={submission_id} />;
}
