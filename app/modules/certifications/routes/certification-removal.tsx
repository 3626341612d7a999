import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActionForm } from "~/ui/action-form";
import { createBreadcrumbHandle } from "~/ui/naming";
import { PageHead } from "~/ui/parts";
import { createContext, identifyCaller } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { getCertificationToRemove, removeCertification } from "../data/certifications.server";

export const meta: MetaFunction = () => [{ title: "Remove a certification · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const certification = await callProcedure(getCertificationToRemove, await createContext(args), {
    certification_id: parseId(args.params.certificationId),
  });
  return { ...certification, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/company/certifications/:certificationId": ({ certification }) => ({
    name: certification.license,
    title: `Certification ${certification.license}`,
  }),
});

export async function action(args: ActionFunctionArgs) {
  const { actor } = await identifyCaller(args);
  return submit(removeCertification, args, {
    fixed: { certification_id: parseId(args.params.certificationId), company_id: actor.company?.id },
    to: () => paths.certifications,
  });
}

export default function CertificationRemoval() {
  const { certification, certification_type, members, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const version = result?.conflict ? Number(result.conflict.version) : certification.version;
  return (
    <div className="narrow">
      <PageHead
        title={`Remove ${certification_type.name} ${certification.license}`}
        lede={[
          "New tickets can't use it. Tickets that have it keep it. This can't be undone.",
          members === 1 ? "One other company uses it and will lose it." : "",
          members > 1 ? `${members} other companies use it and will lose it.` : "",
        ]
          .filter(Boolean)
          .join(" ")}
      />
      <ActionForm
        result={result}
        submissionId={submission_id}
        version={version}
        button={`Remove ${certification.license}`}
        danger
        back={{ href: paths.certifications, label: "Keep it" }}
      />
    </div>
  );
}
