import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { count } from "~/domain/text/text";
import { deleteLandOwner, getLandOwner } from "~/features/companies/land-owner-change.server";
import { LAND_OWNER_FAILED } from "~/features/companies/land-owners.server";
import { ErrorSummary } from "~/ui/field";
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
      <PageHead title={`Delete ${name}`} lede="It leaves your list. You can add it again." />
      <form method="post" className="stack">
        <ErrorSummary formErrors={result?.reply.error?.[""] ?? undefined} />
        <input type="hidden" name="version" value={version + 1} />
        <input type="hidden" name="submission_id" value={result?.submission_id ?? submission_id} />
        <div className="row">
          <button type="submit" className="button danger">
            Delete {name}
          </button>{" "}
          <a href="/company/land-owners">Keep it</a>
        </div>
      </form>
    </div>
  );
}
