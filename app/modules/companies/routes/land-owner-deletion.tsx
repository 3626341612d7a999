import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatCount } from "~/lib/text/text";
import { DeletionPage } from "~/ui/deletion";
import { createBreadcrumbHandle } from "~/ui/naming";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { deleteLandOwner, getLandOwner } from "../data/land-owner-change.server";
import { LAND_OWNER_ERROR_MESSAGE } from "../shared/land-owners.server";

export const meta: MetaFunction = () => [{ title: "Delete a land owner · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const land_owner_id = parseId(args.params.landOwnerId);
  const { name, version, jobs } = await callProcedure(getLandOwner, await createContext(args), {
    land_owner_id,
  });
  return { name, version, jobs, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/company/land-owners/:landOwnerId": ({ name }) => name,
});

export const action = (args: ActionFunctionArgs) =>
  submit(deleteLandOwner, args, {
    fixed: { land_owner_id: parseId(args.params.landOwnerId) },
    to: () => "/company/land-owners?done=land-owner-deleted",
    sorry: LAND_OWNER_ERROR_MESSAGE,
  });

export default function LandOwnerDeletion() {
  const { name, version, jobs, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <DeletionPage
      name={name}
      lede="It's removed from your list. You can add it again."
      why={jobs > 0 && `${name} is on ${formatCount(jobs, "job")}. Take it off first.`}
      list="/company/land-owners"
      back="Back to land owners"
      result={result}
      submissionId={submission_id}
      version={version}
    />
  );
}
