import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createBreadcrumbHandle } from "~/ui/naming";
import { Notice } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { editCertification, getCertification, listCertificationTypes } from "../data/certifications.server";
import { CertificationForm } from "../ui/certification-form";

export const meta: MetaFunction = () => [{ title: "Certification · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  const [found, { certification_types }] = await Promise.all([
    callProcedure(getCertification, ctx, { certification_id: parseId(args.params.certificationId) }),
    callProcedure(listCertificationTypes, ctx, {}),
  ]);
  return { ...found, types: certification_types, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/company/certifications/:certificationId": ({ certification }) => ({
    name: certification.license,
    title: `Certification ${certification.license}`,
  }),
});

export async function action(args: ActionFunctionArgs) {
  return submit(editCertification, args, {
    fixed: { certification_id: parseId(args.params.certificationId) },
    to: () => paths.certifications,
    blankIsNull: true,
  });
}

export default function EditCertification() {
  const { certification, warning, types, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow stack">
      {warning && !result ? <Notice tone="warn">{warning}</Notice> : null}
      <CertificationForm
        types={types}
        saved={certification}
        result={result}
        submissionId={result?.submission_id ?? submission_id}
      />
    </div>
  );
}
