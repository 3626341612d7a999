import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActionForm } from "~/ui/action-form";
import { createFieldStateGetter } from "~/ui/employee-form";
import { TextField } from "~/ui/field";
import { PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { addCrew, getCrewForm } from "../shared/crews.server";
import { PresetField } from "../ui/preset-field";

export const meta: MetaFunction = () => [{ title: "Add a crew · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const { is_primary } = await callProcedure(getCrewForm, await createContext(args), {});
  return { is_primary, submission_id: createSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  return submit(addCrew, args, { to: () => "/company/people" });
}

export default function AddCrew() {
  const { is_primary, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const field = createFieldStateGetter(result?.reply);
  return (
    <div className="narrow">
      <PageHead
        title="Add a crew"
        lede={
          is_primary
            ? "Choose what its members do. You can fine-tune what they may do afterwards, on the crew's page."
            : "Choose what its members do. Whatever you choose, they can't do more than you."
        }
      />
      <ActionForm
        result={result}
        submissionId={submission_id}
        fields={[field("name"), field("preset", "preset-driver")]}
        button="Add crew"
        back={{ href: "/company/people", label: "Back to people" }}
      >
        <TextField
          field={field("name")}
          label="Crew name"
          required
          hint="Like Night haul, or Scale house."
          attributes={{ maxLength: 60, autoComplete: "off" }}
        />
        <PresetField error={field("preset").errors} chosen={field("preset").defaultValue} />
      </ActionForm>
    </div>
  );
}
