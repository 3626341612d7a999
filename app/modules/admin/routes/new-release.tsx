import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PageHead } from "~/ui/parts";
import { createUserContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { addSiteRelease, listSiteReleases } from "../data/releases.server";
import { ReleaseForm } from "../ui/release-form";

export const meta: MetaFunction = () => [{ title: "New release · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  await callProcedure(listSiteReleases, await createUserContext(args), { take: 1 });
  return { submission_id: createSubmissionId() };
}

export const action = (args: ActionFunctionArgs) =>
  submit(addSiteRelease, args, { to: () => "/admin/releases?done=saved" });

/** Writes a release. */
export default function NewRelease() {
  const { submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow stack">
      <PageHead title="New release" />
      <ReleaseForm
        values={{ name: "", released_on: "", notes: "" }}
        result={result}
        submissionId={submission_id}
        button="Save release"
        here="/admin/releases/new"
      />
    </div>
  );
}
