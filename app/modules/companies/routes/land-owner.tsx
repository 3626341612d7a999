import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createBreadcrumbHandle } from "~/ui/naming";
import { ButtonLink, PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getLandOwner, saveLandOwner } from "../data/land-owner-change.server";
import { LAND_OWNER_ERROR_MESSAGE } from "../shared/land-owners.server";
import { LandOwnerForm } from "../ui/land-owner-form";

export const meta: MetaFunction = () => [{ title: "Edit land owner · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const land_owner_id = parseId(args.params.landOwnerId);
  const saved = await callProcedure(getLandOwner, await createContext(args), { land_owner_id });
  return { saved, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/company/land-owners/:landOwnerId": ({ saved }) => ({
    name: saved.name,
    actions: (
      <>
        {saved.may_invite ? (
          <ButtonLink href={`/company/contacts/${saved.id}/invitation`}>Invite</ButtonLink>
        ) : null}{" "}
        {saved.may_delete ? (
          <ButtonLink href={`/company/land-owners/${saved.id}/deletion`}>Delete</ButtonLink>
        ) : null}
      </>
    ),
  }),
});

export const action = (args: ActionFunctionArgs) =>
  submit(saveLandOwner, args, {
    fixed: { land_owner_id: parseId(args.params.landOwnerId) },
    to: () => "/company/land-owners?done=land-owner-updated",
    sorry: LAND_OWNER_ERROR_MESSAGE,
  });

export default function EditLandOwner() {
  const { saved, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow">
      <PageHead title="Edit land owner" />
      <LandOwnerForm saved={saved} result={result} submissionId={result?.submission_id ?? submission_id} />
    </div>
  );
}
