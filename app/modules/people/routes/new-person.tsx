import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { getEnabledChannels, isMailReadable } from "~/lib/mail/channels.server";
import { ActionForm } from "~/ui/action-form";
import { ContactFields, createFieldStateGetter, getCheckedIds } from "~/ui/employee-form";
import { PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, readForm, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { addEmployee, getEmployeeForm } from "../data/employees.server";
import { EMPLOYEE_SAVE_FAILED } from "../rules/employee";
import { WorkFields } from "../ui/work-fields";

export const meta: MetaFunction = () => [{ title: "Add Employee · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const { works, crews } = await callProcedure(getEmployeeForm, await createContext(args), {});
  return { works, crews, texts: getEnabledChannels().text, submission_id: createSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const reached = form.get("email") ? isMailReadable() : getEnabledChannels().text;
  return submit(addEmployee, args, {
    form,
    to: ({ user_id }) =>
      reached ? "/company/people?done=added" : `/company/people/${user_id}/link?done=added`,
    sorry: EMPLOYEE_SAVE_FAILED,
  });
}

export default function AddEmployee() {
  const { works, crews, texts, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const reply = result?.reply;
  const field = createFieldStateGetter(reply);
  return (
    <div className="narrow">
      <PageHead
        title="Add Employee"
        lede="They join the crew right away. A link lets them choose a password and sign in."
      />
      <ActionForm
        result={result}
        submissionId={submission_id}
        fields={["first_name", "last_name", "phone_number", "email"].map((name) => field(name))}
        button="Add Employee"
        back={{ href: "/company/people", label: "Back to people" }}
      >
        <ContactFields field={field} texts={texts} />
        <WorkFields
          works={works}
          crews={crews}
          work={field("work").defaultValue}
          isAdmin={reply?.initialValue?.is_admin === "on"}
          crewField={{ name: "crew_ids", type: "checkbox", chosen: getCheckedIds(reply, "crew_ids", []) }}
          errors={[...(reply?.error?.work ?? []), ...(reply?.error?.crew_ids ?? [])]}
        />
      </ActionForm>
    </div>
  );
}
