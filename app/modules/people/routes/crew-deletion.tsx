import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatCount } from "~/lib/text/text";
import { ActionForm } from "~/ui/action-form";
import { createFieldStateGetter } from "~/ui/employee-form";
import { SelectField } from "~/ui/field";
import { createBreadcrumbHandle } from "~/ui/naming";
import { PageHead } from "~/ui/parts";
import { RefusalNotice } from "~/ui/refused";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { deleteCrew, getCrewToDelete } from "../shared/crews.server";

export const meta: MetaFunction = () => [{ title: "Delete a crew · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  return callProcedure(getCrewToDelete, await createContext(args), { crew_id: parseId(args.params.crewId) });
}

export const handle = createBreadcrumbHandle<typeof loader>({ "/company/crews/:crewId": ({ name }) => name });

export async function action(args: ActionFunctionArgs) {
  return submit(deleteCrew, args, {
    fixed: { crew_id: parseId(args.params.crewId) },
    to: () => "/company/people",
  });
}

export default function CrewDeletion() {
  const crew = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (crew.refused)
    return (
      <div className="narrow">
        <PageHead title={`Delete the crew ${crew.name}`} />
        <RefusalNotice why={crew.refused} back={{ href: "/company/people", label: "Back to people" }} />
      </div>
    );
  const field = createFieldStateGetter(result?.reply, { to_crew_id: crew.takers[0]?.id });
  return (
    <div className="narrow">
      <PageHead
        title={`Delete the crew ${crew.name}`}
        lede={`${crew.members ? `Its ${formatCount(crew.members, "member moves", "members move")} to the crew that you choose` : "It has no members. Anyone invited into it joins the crew you choose"}. This cannot be undone.`}
      />
      <ActionForm
        result={result}
        version={crew.version}
        fields={[field("to_crew_id")]}
        button={`Delete ${crew.name}`}
        danger
        back={{ href: "/company/people", label: "Keep it" }}
      >
        <SelectField
          field={field("to_crew_id")}
          label="Crew they move to"
          options={crew.takers.map((c) => ({ value: c.id, label: c.name }))}
        />
      </ActionForm>
    </div>
  );
}
