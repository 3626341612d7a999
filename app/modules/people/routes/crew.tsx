import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActionForm } from "~/ui/action-form";
import { createFieldStateGetter } from "~/ui/employee-form";
import { TextField } from "~/ui/field";
import { createBreadcrumbHandle } from "~/ui/naming";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getCrew, renameCrew } from "../shared/crews.server";
import { PresetLinks } from "../shared/preset-links";

export const meta: MetaFunction = () => [{ title: "Crew · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const crew = await callProcedure(getCrew, await createContext(args), {
    crew_id: parseId(args.params.crewId),
  });
  return { ...crew, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/company/crews/:crewId": (data) => data.name,
});

export async function action(args: ActionFunctionArgs) {
  return submit(renameCrew, args, {
    fixed: { crew_id: parseId(args.params.crewId) },
    to: () => "/company/people",
  });
}

export default function RenameCrew() {
  const crew = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const field = createFieldStateGetter(result?.reply, { name: crew.name });
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
