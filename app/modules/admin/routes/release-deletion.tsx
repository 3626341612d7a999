import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActionForm } from "~/ui/action-form";
import { createBreadcrumbHandle } from "~/ui/naming";
import { PageHead } from "~/ui/parts";
import { createUserContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { deleteSiteRelease, getSiteRelease } from "../data/releases.server";

export const meta: MetaFunction = () => [{ title: "Delete a release · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const release_id = parseId(args.params.releaseId);
  const { name, version } = await callProcedure(getSiteRelease, await createUserContext(args), {
    release_id,
  });
  return { name, version, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/admin/releases/:releaseId": ({ name }) => name,
});

export const action = (args: ActionFunctionArgs) =>
  submit(deleteSiteRelease, args, {
    fixed: { release_id: parseId(args.params.releaseId) },
    to: () => "/admin/releases?done=row-deleted",
  });

/** Remove a release from What's new. */
export default function DeleteReleasePage() {
  const { name, version, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow">
      <PageHead title={`Delete ${name}`} lede="It no longer appears under What's new." />
      <ActionForm
        result={result}
        submissionId={submission_id}
        version={version}
        button={`Delete ${name}`}
        danger
        back={{ href: "/admin/releases", label: "Keep it" }}
      />
    </div>
  );
}
