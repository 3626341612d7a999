import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createBreadcrumbHandle } from "~/ui/naming";
import { ButtonLink, PageHead } from "~/ui/parts";
import { createUserContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { changeSiteRelease, getSiteRelease } from "../data/releases.server";
import { ReleaseForm } from "../ui/release-form";

export const meta: MetaFunction = () => [{ title: "Edit release · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const release_id = parseId(args.params.releaseId);
  const saved = await callProcedure(getSiteRelease, await createUserContext(args), { release_id });
  return { saved, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/admin/releases/:releaseId": ({ saved }) => ({
    name: saved.name,
    actions: <ButtonLink href={`/admin/releases/${saved.id}/deletion`}>Delete</ButtonLink>,
  }),
});

export const action = (args: ActionFunctionArgs) =>
  submit(changeSiteRelease, args, {
    fixed: { release_id: parseId(args.params.releaseId) },
    blankIsNull: true,
    to: () => "/admin/releases?done=saved",
  });

/** Changes a release. */
export default function EditRelease() {
  const { saved, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow stack">
      <PageHead title="Edit release" />
      <ReleaseForm
        values={{ name: saved.name, released_on: saved.released_on ?? "", notes: saved.notes }}
        result={result}
        submissionId={submission_id}
        version={saved.version}
        button="Save release"
        here={`/admin/releases/${saved.id}`}
      />
    </div>
  );
}
