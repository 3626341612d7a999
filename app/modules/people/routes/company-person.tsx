import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { getEnabledChannels } from "~/lib/mail/channels.server";
import { formatFullName } from "~/lib/text/text";
import { ActionForm } from "~/ui/action-form";
import { createChoiceFormatter, formatCheckboxValue, formatPhoneValue } from "~/ui/compare";
import { ContactFields, CrewFields, createFieldStateGetter, getCheckedIds } from "~/ui/employee-form";
import { createBreadcrumbHandle } from "~/ui/naming";
import { Facts } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, readForm, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { editEmployee, getEmployee } from "../data/employees.server";
import { EMPLOYEE_SAVE_FAILED } from "../rules/employee";
import { EmailText } from "../shared/email-text";
import { RightsBox } from "../shared/rights-box";

export const meta: MetaFunction = () => [{ title: "Edit Employee · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const employee = await callProcedure(getEmployee, await createContext(args), {
    user_id: parseId(args.params.userId),
  });
  return { ...employee, texts: getEnabledChannels().text, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/company/people/:userId": (data) => formatFullName(data),
});

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const next = Number(form.get("version"));
  return submit(editEmployee, args, {
    form,
    fixed: { user_id: parseId(args.params.userId) },
    blankIsNull: true,
    // A form that changed nothing leaves the version as it was.
    to: ({ version }) => `/company/people?done=${version === next ? "updated" : "unchanged"}`,
    sorry: EMPLOYEE_SAVE_FAILED,
  });
}

const CONTACTS = [
  { name: "first_name", label: "First name" },
  { name: "last_name", label: "Last name" },
  { name: "phone_number", label: "Phone", words: formatPhoneValue },
  { name: "email", label: "Email" },
];

export default function EditEmployee() {
  const employee = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const reply = result?.reply;
  const field = createFieldStateGetter(reply, { ...employee, phone_number: employee.phone });
  const saved = employee.crews.filter((c) => !c.is_primary).map((c) => c.id);
  const chosen = getCheckedIds(reply, "crew_ids", saved);
  const crews = [...employee.all_crews, ...employee.crews].filter((c) => !c.is_primary);
  return (
    <div className="narrow">
      <ActionForm
        result={result}
        submissionId={employee.submission_id}
        version={employee.version}
        fields={CONTACTS.map(({ name }) => field(name))}
        conflict={{
          fields: [
            ...(employee.waits ? CONTACTS : []),
            { name: "is_admin", label: "Is Admin", words: formatCheckboxValue },
            {
              name: "crew_ids",
              label: "Crews",
              words: createChoiceFormatter(crews.map((c) => ({ value: c.id, label: c.name }))),
            },
          ],
          typed: { ...reply?.initialValue, crew_ids: chosen },
          href: `/company/people/${employee.id}`,
          what: formatFullName(employee),
          mine: "Save employee",
          theirs: "Back to people",
        }}
        button="Save employee"
        back={{ href: "/company/people", label: "Back to people" }}
      >
        {employee.waits ? (
          <>
            <input type="hidden" name="contacts" value="on" />
            <ContactFields field={field} texts={employee.texts} />
          </>
        ) : (
          <div className="card stack">
            <Facts
              facts={[
                { term: "Phone", value: employee.phone },
                {
                  term: "Email",
                  value: <EmailText email={employee.email} verified={employee.email_verified_at !== null} />,
                },
              ]}
            />
            <p className="soft small">
              {employee.first_name} has an account and changes their name, phone and email under Profile.
            </p>
            <p>
              Lost a phone? <a href={`/company/people/${employee.id}/sign-out`}>Sign out everywhere</a>
            </p>
            <p>
              Locked out? <a href={`/company/people/${employee.id}/link`}>Create a new link</a>
            </p>
          </div>
        )}
        <CrewFields
          crews={employee.all_crews}
          isAdmin={reply?.initialValue ? reply.initialValue.is_admin === "on" : employee.is_admin}
          chosen={chosen}
          errors={reply?.error?.crew_ids ?? undefined}
        />
      </ActionForm>
      {employee.rights ? (
        <div className="after-form">
          <RightsBox rights={employee.rights} who={employee.first_name} />
        </div>
      ) : null}
      {employee.may_delete ? (
        <p className="row after-form">
          <a href={`/company/people/${employee.id}/deletion`}>Delete this employee</a>
        </p>
      ) : null}
    </div>
  );
}
