import { replyFieldsOf } from "~/ui/employee-form";
import { ErrorSummary, PhoneField, TextField } from "~/ui/field";
import type { FormReply } from "~/web/respond.server";

const FIELDS = ["company_name", "first_name", "last_name", "email", "phone_number"] as const;
export type LeadValues = Record<(typeof FIELDS)[number], string>;

/** Contact Sales: who asks, and how to reach them. */
export function LeadForm({
  saved,
  result,
  submissionId,
}: {
  saved: LeadValues;
  result?: FormReply;
  submissionId: string;
}) {
  const field = replyFieldsOf(result?.reply, saved);
  return (
    <form method="post" action="/contact-sales" className="stack card">
      <h2>Contact Sales</h2>
      <ErrorSummary
        formErrors={result?.reply.error?.[""] ?? undefined}
        fields={FIELDS.map((name) => field(name))}
      />
      <input type="hidden" name="submission_id" value={result?.submission_id ?? submissionId} />
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
      <PhoneField field={field("phone_number")} label="Phone" required />
      <div className="row">
        <button type="submit" className="button primary">
          Contact Sales
        </button>
      </div>
    </form>
  );
}
