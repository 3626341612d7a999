import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { getCrew, renameCrew } from "~/features/people/crews.server";
import { compared } from "~/ui/compare";
import { Conflict } from "~/ui/conflict";
import { replyFieldsOf } from "~/ui/employee-form";
import { ErrorSummary, TextField } from "~/ui/field";
import { PageHead } from "~/ui/parts";
import { VersionField } from "~/ui/version-field";
import { context } from "~/web/context.server";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Crew · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const crew = await call(getCrew, await context(args), { crew_id: idOf(args.params.crewId) });
  return { ...crew, submission_id: newSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  return submit(renameCrew, args, {
    fixed: { crew_id: idOf(args.params.crewId) },
    to: () => "/company/people",
  });
}

export default function Crew() {
  const crew = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const field = replyFieldsOf(result?.reply, { name: crew.name });
  return (
    <div className="narrow">
      <PageHead title={crew.name} />
      <form method="post" className="stack">
        {result?.conflict ? (
          <Conflict
            rows={compared(
              [{ name: "name", label: "Crew name" }],
              result.reply.initialValue ?? {},
              result.conflict,
            )}
            by={result.saved_by}
            href={`/company/crews/${crew.id}`}
            what="the crew"
          />
        ) : (
          <ErrorSummary formErrors={result?.reply.error?.[""] ?? undefined} fields={[field("name")]} />
        )}
        <input type="hidden" name="submission_id" value={result?.submission_id ?? crew.submission_id} />
        <VersionField of={crew.version} result={result} />
        <TextField field={field("name")} label="Crew name" required attributes={{ maxLength: 60 }} />
        <div className="row">
          <button type="submit" className="button primary">
            Save name
          </button>{" "}
          <a href="/company/people">Back to people</a>
        </div>
      </form>
      {crew.is_primary ? null : (
        <p className="row after-form">
          {crew.may_set ? (
            <a href={`/company/permissions?crew=${crew.id}`}>Fine-tune what this crew can do</a>
          ) : null}{" "}
          {crew.may_delete && crew.takers.length ? (
            <a href={`/company/crews/${crew.id}/deletion`}>Delete this crew</a>
          ) : null}
        </p>
      )}
    </div>
  );
}
