import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CertificationForm } from "~/features/certifications/certification-form";
import {
  editCertification,
  getCertification,
  listCertificationTypes,
} from "~/features/certifications/certifications.server";
import { naming } from "~/ui/naming";
import { Notice } from "~/ui/parts";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Certification · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await context(args);
  const [found, { certification_types }] = await Promise.all([
    call(getCertification, ctx, { certification_id: idOf(args.params.certificationId) }),
    call(listCertificationTypes, ctx, {}),
  ]);
  return { ...found, types: certification_types, submission_id: newSubmissionId() };
}

export const handle = naming<typeof loader>({
  "/company/certifications/:certificationId": ({ certification }) => ({
    name: certification.license,
    title: `Certification ${certification.license}`,
  }),
});

export async function action(args: ActionFunctionArgs) {
  return submit(editCertification, args, {
    fixed: { certification_id: idOf(args.params.certificationId) },
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
