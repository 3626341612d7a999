import { ActionForm } from "~/ui/action-form";
import { CheckField, PhoneField, TextField } from "~/ui/field";
import { getSentFields } from "~/ui/sent-fields";
import type { FormReply } from "~/web/form-action.server";

type Form = {
  id: number;
  customer: string;
  email: string;
  phone: string;
  texts: boolean;
  mails: boolean;
  link: string | null;
  submission_id: string;
};

/** Form to send an invoice to its customer: by email, by text if this site sends texts, or by handing over its link. */
export function SendForm({ form, result, button }: { form: Form; result?: FormReply; button: string }) {
  const errors = result?.reply.error ?? {};
  const sent = getSentFields(result);
  const isSent = Object.keys(sent).length > 0;
  const field = (name: string, saved: string) => ({
    id: name,
    name,
    defaultValue: isSent ? String(sent[name] ?? "") : saved,
    errors: errors[name] ?? undefined,
  });
  const ticked = (name: string, saved: boolean) => (isSent ? sent[name] === "on" : saved);
  const fields = ["send_email", "email", "send_sms", "phone"].map((name) => field(name, ""));
  return (
    <>
      <p>
        {form.customer} gets a link that opens this invoice, and nothing else from your company. It works on a
        phone, without an account.
      </p>
      <ActionForm
        result={result}
        submissionId={form.submission_id}
        fields={fields}
        button={button}
        back={{ href: `/invoices/${form.id}`, label: "Back" }}
      >
        <CheckField
          field={field("send_email", "")}
          label="Email"
          checked={ticked("send_email", form.email !== "" || !form.texts)}
          hint={
            form.mails
              ? undefined
              : "This site doesn't send mail yet: it stays in the outbox. Give them the link below."
          }
        />
        <TextField
          field={field("email", form.email)}
          label="The customer's email"
          type="email"
          required={false}
          attributes={{ maxLength: 254, autoComplete: "off" }}
        />
        {form.texts ? (
          <>
            <CheckField
              field={field("send_sms", "")}
              label="Text message"
              checked={ticked("send_sms", form.phone !== "" && form.email === "")}
            />
            <PhoneField field={field("phone", form.phone)} label="The customer's phone" required={false} />
          </>
        ) : null}
      </ActionForm>
      {form.link ? (
        <section className="stack" aria-labelledby="link">
          <h2 id="link">Or give them the link</h2>
          <p className="soft">It opens this one invoice to anyone who has it.</p>
          <p className="copied">
            <a href={form.link}>{form.link}</a>
          </p>
        </section>
      ) : null}
    </>
  );
}
