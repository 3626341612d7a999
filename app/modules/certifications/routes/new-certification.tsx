import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PageHead } from "~/ui/parts";
import { createContext, identifyCaller } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { addCertification, getNewCertificationForm } from "../data/certifications.server";
import { CertificationForm } from "../ui/certification-form";

export const meta: MetaFunction = () => [{ title: "Add a certification · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const { certification_types } = await callProcedure(getNewCertificationForm, await createContext(args), {});
  return { types: certification_types, submission_id: createSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  const { actor } = await identifyCaller(args);
  return submit(addCertification, args, {
    fixed: { company_id: actor.company?.id },
    to: () => paths.certifications,
  });
}

export default function NewCertification() {
  const { types, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow">
      <PageHead
        title="Add a certification"
        lede="Add your own company's license. To use another company's, ask its holder."
      />
      <CertificationForm
        types={types}
        result={result}
        submissionId={result?.submission_id ?? submission_id}
      />
    </div>
  );
}
