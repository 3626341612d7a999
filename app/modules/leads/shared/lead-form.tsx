import { ActionForm } from "~/ui/action-form";
import { createFieldStateGetter } from "~/ui/employee-form";
import { PhoneField, TextField } from "~/ui/field";
import type { FormReply } from "~/web/form-action.server";

const FIELDS = ["company_name", "first_name", "last_name", "email", "phone_number"] as const;
export type LeadValues = Record<(typeof FIELDS)[number], string>;

/** Contact Sales form: the person asking, and how to reach them. */
export function LeadForm({
  saved,
  result,
  submissionId,
}: {
  saved: LeadValues;
  result?: FormReply;
  submissionId: string;
}) {
  const field = createFieldStateGetter(result?.reply, saved);
  return (
    <ActionForm
      action="/contact-sales"
      result={result}
      submissionId={submissionId}
      fields={FIELDS.map((name) => field(name))}
      className="stack card"
      head={<h2>Contact Sales</h2>}
      button="Contact Sales"
    >
      <TextField
        field={field("company_name")}
        label="Company name"
        required
        attributes={{ maxLength: 120 }}
      />
      <div className="fields two">
        <TextField field={field("first_name")} label="First name" required attributes={{ maxLength: 80 }} />
        <TextField field={field("last_name")} label="Last name" required attributes={{ maxLength: 80 }} />
      </div>
      <TextField field={field("email")} label="Email" type="email" required attributes={{ maxLength: 200 }} />
      <PhoneField field={field("phone_number")} label="Phone" required extension />
    </ActionForm>
  );
}
