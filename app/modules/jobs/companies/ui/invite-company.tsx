import type { ReactNode } from "react";
import { ActionForm } from "~/ui/action-form";
import { createFieldStateGetter } from "~/ui/employee-form";
import { PhoneField, TextField } from "~/ui/field";
import type { FormReply } from "~/web/form-action.server";

const FIELDS = ["name", "first_name", "last_name", "phone_number", "email"] as const;

/** Form section to add a company that is not on Timbertally: its name, and the person who gets the link to join. */
export function InviteCompany(props: {
  /** Search text, used as the company's name. */
  name: string;
  open: boolean;
  /** True if this site sends texts. */
  texts: boolean;
  reply?: FormReply["reply"];
  values: Record<string, string | number>;
  submissionId: string;
  children?: ReactNode;
}) {
  const { name, reply } = props;
  const field = createFieldStateGetter(reply, { name });
  return (
    <details className="menu card" open={props.open}>
      <summary>Invite {name && props.open ? name : "a company that isn't on Timbertally"}</summary>
      <ActionForm
        submissionId={props.submissionId}
        fields={FIELDS.map((f) => field(f, `invite-${f}`))}
        formErrors={reply?.error?.[""] ?? undefined}
        head={
          <p className="soft">
            Your company keeps its name and contact. You can use it on the job and its tickets right away.
            With a link, the person joins as its admin. No one else can find it until then.
          </p>
        }
        button="Invite"
        plain
      >
        {Object.entries(props.values).map(([key, value]) => (
          <input key={key} type="hidden" name={key} value={value} />
        ))}

        <TextField
          field={field("name", "invite-name")}
          label="Company name"
          required
          attributes={{ maxLength: 120 }}
        />
        <InvitedContactFields field={field} texts={props.texts} />
        {props.children}
      </ActionForm>
    </details>
  );
}

type Field = ReturnType<typeof createFieldStateGetter>;

/** Person who gets the link: a name, and a phone or an email. */
export function InvitedContactFields({ field, texts }: { field: Field; texts: boolean }) {
  return (
    <>
      <div className="fields two">
        <TextField
          field={field("first_name", "invite-first_name")}
          label="First name"
          required
          attributes={{ maxLength: 80 }}
        />
        <TextField
          field={field("last_name", "invite-last_name")}
          label="Last name"
          required
          attributes={{ maxLength: 80 }}
        />
      </div>
      <div className="fields two">
        <PhoneField
          extension
          field={field("phone_number", "invite-phone_number")}
          label="Phone"
          required={false}
          hint={texts ? "Gets a text. Ten digits, like (906)555-0100" : undefined}
        />
        <TextField
          field={field("email", "invite-email")}
          label="Email"
          type="email"
          required={false}
          hint={
            texts
              ? "Type a phone number or an email"
              : "Without an email, nothing is sent. You get a link to send yourself."
          }
          attributes={{ maxLength: 254 }}
        />
      </div>
    </>
  );
}
