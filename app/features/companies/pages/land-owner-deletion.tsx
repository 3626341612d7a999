import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { count } from "~/domain/text/text";
import { deleteLandOwner, getLandOwner } from "~/features/companies/land-owner-change.server";
import { LAND_OWNER_FAILED } from "~/features/companies/land-owners.server";
import { ActionForm } from "~/ui/action-form";
import { naming } from "~/ui/naming";
import { PageHead } from "~/ui/parts";
import { Refused } from "~/ui/refused";
import { context } from "~/web/context.server";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Delete a land owner · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const land_owner_id = idOf(args.params.landOwnerId);
  const { name, version, jobs } = await call(getLandOwner, await context(args), { land_owner_id });
  return { name, version, jobs, submission_id: newSubmissionId() };
}

export const handle = naming<typeof loader>({ "/company/land-owners/:landOwnerId": ({ name }) => name });

export const action = (args: ActionFunctionArgs) =>
  submit(deleteLandOwner, args, {
    fixed: { land_owner_id: idOf(args.params.landOwnerId) },
    to: () => "/company/land-owners?done=land-owner-deleted",
    sorry: LAND_OWNER_FAILED,
  });

export default function Deletion() {
  const { name, version, jobs, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (jobs)
    return (
      <div className="narrow">
        <PageHead title={`Delete ${name}`} />
        <Refused
          why={`${name} is on ${count(jobs, "job")}. Take it off first.`}
          back={{ href: "/company/land-owners", label: "Back to land owners" }}
        />
      </div>
    );
  return (
    <div className="narrow">
      <PageHead title={`Delete ${name}`} lede="It's removed from your list. You can add it again." />
      <ActionForm
        result={result}
        submissionId={submission_id}
        version={version}
        button={`Delete ${name}`}
        danger
        back={{ href: "/company/land-owners", label: "Keep it" }}
      />
    </div>
  );
}
