import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActionForm } from "~/ui/action-form";
import { createBreadcrumbHandle } from "~/ui/naming";
import { PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { endCertificationGroup, getCertificationGroup } from "../data/groups.server";
import { formatCertificationUses } from "../rules/certifications";

export const meta: MetaFunction = () => [{ title: "End a group · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const group = await callProcedure(getCertificationGroup, await createContext(args), {
    certification_group_id: parseId(args.params.groupId),
  });
  return { ...group, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/company/certifications/groups/:groupId": (data) => ({
    name: data.certification_group.name,
    lede: formatCertificationUses(data),
  }),
});

export async function action(args: ActionFunctionArgs) {
  return submit(endCertificationGroup, args, {
    fixed: { certification_group_id: parseId(args.params.groupId) },
    to: () => paths.certifications,
  });
}

export default function EndCertificationGroup() {
  const { certification_group: group, certification, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const version = result?.conflict ? Number(result.conflict.version) : group.version;
  return (
    <div className="narrow">
      <PageHead
        title={`End the group "${group.name}"`}
        lede={`Members lose ${certification.license}, and pending requests are declined. Tickets that carry it keep it. This can't be undone.`}
      />
      <ActionForm
        result={result}
        submissionId={submission_id}
        version={version}
        button={`End ${group.name}`}
        danger
        back={{ href: paths.certificationGroup(group.id), label: "Keep it" }}
      />
    </div>
  );
}
