import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { enabledChannels } from "~/core/outbox/channels.server";
import { fullName } from "~/domain/text/text";
import { EmailText } from "~/features/people/email-text";
import { EMPLOYEE_SORRY } from "~/features/people/employee";
import { editEmployee, getEmployee } from "~/features/people/employees.server";
import { RightsBox } from "~/features/people/rights-box";
import { ActionForm } from "~/ui/action-form";
import { choiceWords, phoneWords, tickWords } from "~/ui/compare";
import { ContactFields, CrewFields, checkedIds, replyFieldsOf } from "~/ui/employee-form";
import { naming } from "~/ui/naming";
import { Facts } from "~/ui/parts";
import { context } from "~/web/context.server";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Edit Employee · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const found = await call(getEmployee, await context(args), { user_id: idOf(args.params.userId) });
  return { ...found, texts: enabledChannels().text, submission_id: newSubmissionId() };
}

export const handle = naming<typeof loader>({ "/company/people/:userId": (data) => fullName(data) });

export async function action(args: ActionFunctionArgs) {
  return submit(editEmployee, args, {
    fixed: { user_id: idOf(args.params.userId) },
    blankIsNull: true,
    to: () => "/company/people?done=updated",
    sorry: EMPLOYEE_SORRY,
  });
}

const CONTACTS = [
  { name: "first_name", label: "First name" },
  { name: "last_name", label: "Last name" },
  { name: "phone_number", label: "Phone", words: phoneWords },
  { name: "email", label: "Email" },
];

export default function EditEmployee() {
  const employee = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const reply = result?.reply;
  const field = replyFieldsOf(reply, { ...employee, phone_number: employee.phone });
  const saved = employee.crews.filter((c) => !c.is_primary).map((c) => c.id);
  const chosen = checkedIds(reply, "crew_ids", saved);
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
            { name: "is_admin", label: "Is Admin", words: tickWords },
            {
              name: "crew_ids",
              label: "Crews",
              words: choiceWords(crews.map((c) => ({ value: c.id, label: c.name }))),
            },
          ],
          typed: { ...reply?.initialValue, crew_ids: chosen },
          href: `/company/people/${employee.id}`,
          what: fullName(employee),
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
