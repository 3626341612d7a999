import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { getCrew, renameCrew } from "~/features/people/crews.server";
import { PresetLinks } from "~/features/people/preset-links";
import { ActionForm } from "~/ui/action-form";
import { replyFieldsOf } from "~/ui/employee-form";
import { TextField } from "~/ui/field";
import { naming } from "~/ui/naming";
import { context } from "~/web/context.server";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Crew · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const crew = await call(getCrew, await context(args), { crew_id: idOf(args.params.crewId) });
  return { ...crew, submission_id: newSubmissionId() };
}

export const handle = naming<typeof loader>({ "/company/crews/:crewId": (data) => data.name });

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
      <ActionForm
        result={result}
        submissionId={crew.submission_id}
        version={crew.version}
        fields={[field("name")]}
        conflict={{
          fields: [{ name: "name", label: "Crew name" }],
          href: `/company/crews/${crew.id}`,
          what: "the crew",
        }}
        button="Save name"
        back={{ href: "/company/people", label: "Back to people" }}
      >
        <TextField field={field("name")} label="Crew name" required attributes={{ maxLength: 60 }} />
      </ActionForm>
      {crew.is_primary ? null : (
        <div className="stack after-form">
          {crew.may_set ? <PresetLinks crewId={crew.id} /> : null}
          <p className="row">
            {crew.may_set ? (
              <a href={`/company/permissions?crew=${crew.id}`}>Fine-tune what this crew can do</a>
            ) : null}{" "}
            {crew.may_delete && crew.takers.length ? (
              <a href={`/company/crews/${crew.id}/deletion`}>Delete this crew</a>
            ) : null}
          </p>
        </div>
      )}
    </div>
  );
}
