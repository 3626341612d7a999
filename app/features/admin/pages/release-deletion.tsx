import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { deleteOwnRelease, getOwnRelease } from "~/features/admin/releases.server";
import { ActionForm } from "~/ui/action-form";
import { naming } from "~/ui/naming";
import { PageHead } from "~/ui/parts";
import { userContext } from "~/web/context.server";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Delete a release · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const release_id = idOf(args.params.releaseId);
  const { name, version } = await call(getOwnRelease, await userContext(args), { release_id });
  return { name, version, submission_id: newSubmissionId() };
}

export const handle = naming<typeof loader>({ "/admin/releases/:releaseId": ({ name }) => name });

export const action = (args: ActionFunctionArgs) =>
  submit(deleteOwnRelease, args, {
    fixed: { release_id: idOf(args.params.releaseId) },
    to: () => "/admin/releases?done=row-deleted",
  });

/** Takes a release out of What's new. */
export default function Deletion() {
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
