import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { MAX_UPLOAD_MEGABYTES } from "~/lib/files/file-sizes";
import { FILE_REQUIRED_MESSAGE, PDF_UPLOAD_FAILED_MESSAGE } from "~/lib/files/store-upload.server";
import { submitUpload } from "~/lib/files/submit-upload.server";
import { Notice, PageHead } from "~/ui/parts";
import { SimpleForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, toErrorResponse } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { notFound } from "~/web/refusal";
import { createSubmissionId } from "~/web/submission-id.server";
import { CONTRACT_ROLES, type ContractRole } from "../../rules/contracts";
import { getContractForm, setContract } from "../data/contracts.server";

export const meta: MetaFunction = () => [{ title: "Contract · Timbertally" }];

function namedBy(params: LoaderFunctionArgs["params"]): {
  job_id: number;
  company_id: number;
  role: ContractRole;
} {
  const role = CONTRACT_ROLES.find((r) => r === params.role);
  if (!role) throw toErrorResponse(notFound());
  return { job_id: parseId(params.jobId), company_id: parseId(params.companyId), role };
}

export async function loader(args: LoaderFunctionArgs) {
  const named = namedBy(args.params);
  const form = await callProcedure(getContractForm, await createContext(args), named);
  return { ...named, form, submission_id: createSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  const named = namedBy(args.params);
  return submitUpload(
    setContract,
    args,
    { field: "contract", needed: FILE_REQUIRED_MESSAGE, megabytes: MAX_UPLOAD_MEGABYTES.pdf },
    {
      fixed: named,
      to: () => paths.job(named.job_id, "companies"),
      sorry: PDF_UPLOAD_FAILED_MESSAGE,
    },
  );
}

export default function Contract() {
  const { job_id, form, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow stack loose">
      <PageHead
        title={`${form.label} contract: ${form.company}`}
        lede={`Only your company and ${form.company} can see it.`}
      />
      {form.accepted ? (
        <Notice tone="warn">
          <p>
            {form.company} has accepted. If you change the contract, they're asked again. They can keep
            working.
          </p>
        </Notice>
      ) : null}
      <SimpleForm
        upload
        fields={[
          { name: "contract_name", label: "Contract name", maxLength: 120 },
          {
            name: "contract",
            label: form.has_file ? "Replace the PDF" : "PDF",
            kind: "file",
            accept: "application/pdf,.pdf",
            hint: `Up to ${MAX_UPLOAD_MEGABYTES.pdf}MB`,
          },
        ]}
        values={{ contract_name: form.contract_name }}
        version={form.version}
        result={result}
        submissionId={submission_id}
        button="Save contract"
        back={{ href: paths.job(job_id, "companies"), label: "Back to companies" }}
        what="the contract"
      />
    </div>
  );
}
