import { formatCount } from "~/lib/text/text";
import { ActionForm } from "~/ui/action-form";
import { type FieldState, TextField } from "~/ui/field";
import { Facts, Notice, Time } from "~/ui/parts";
import type { SentForm } from "../data/send-for.server";

type When = { at: string; text: string };
type ShownForm = {
  id: string;
  head: string;
  typed: When;
  has_arrived: boolean;
  fields: [string, string][];
  files: string[];
};
export type DeviceFileGroupData = {
  who: { user: string; company: string };
  writer: {
    user_id: number;
    company_id: number;
    name: string;
    company: string;
    mayNot: string | null;
  } | null;
  forms: ShownForm[];
};

const Form = ({ form }: { form: ShownForm }) => (
  <li className="card stack">
    <h3>{form.head}</h3>
    <p>
      <strong>{form.has_arrived ? "Already arrived" : "Not sent yet"}</strong>, typed <Time {...form.typed} />
    </p>
    {form.fields.length || form.files.length ? (
      <Facts
        facts={[
          ...form.fields.map(([term, value]) => ({ term, value })),
          ...form.files.map((value) => ({ term: "File", value })),
        ]}
      />
    ) : null}
  </li>
);

type Reply = { reason: FieldState; file: string };

/** Forms that one person typed for one company, shown as text, and a form that sends those that haven't arrived. */
export function DeviceFileGroup({ group, reply }: { group: DeviceFileGroupData; reply: Reply }) {
  const { writer, forms, who } = group;
  const left = forms.filter(({ has_arrived }) => !has_arrived).length;
  return (
    <section className="stack">
      <h2>
        {writer
          ? `${writer.name}, ${writer.company}`
          : `Unknown person ${who.user} of company ${who.company}`}
      </h2>
      <p>
        {formatCount(forms.length, "form")}, {left ? `${left} not sent yet` : "all already arrived"}.{" "}
        {writer ? <a href={`/admin/users/${writer.user_id}`}>Look at {writer.name}</a> : null}
      </p>
      <ul className="plain stack">
        {forms.map((form) => (
          <Form key={form.id} form={form} />
        ))}
      </ul>
      {writer?.mayNot ? (
        <Notice tone="warn" title={`${writer.mayNot} It can't be sent.`} />
      ) : writer && left ? (
        <ActionForm
          className="card stack"
          head={<h3>Send for {writer.name}</h3>}
          upload
          fields={[reply.reason]}
          button={`Send ${formatCount(left, "form")} for ${writer.name}`}
          notice={
            <Notice tone="warn" title="Only the file says who typed it.">
              <p>
                Call {writer.name} at a number that the account has, and ask whether this is what they typed.
              </p>
            </Notice>
          }
        >
          <input type="hidden" name="file" value={reply.file} />
          <input type="hidden" name="user_id" value={writer.user_id} />
          <input type="hidden" name="company_id" value={writer.company_id} />
          <p>
            Each form is sent as {writer.name}, with the rights they have now, once. The history of a load
            says that support sent it.
          </p>
          <TextField
            field={reply.reason}
            label="Reason"
            required
            hint={`Kept with the act. ${writer.name} and the company's admins can read it.`}
            attributes={{ maxLength: 300 }}
          />
        </ActionForm>
      ) : null}
    </section>
  );
}

const STATE: Record<SentForm["state"], string> = {
  sent: "Saved",
  needs: "Refused",
  waiting: "Not sent",
  unsure: "Not sent",
  sending: "Not sent",
};

/** Result of each form that was sent for its writer. */
export function SentFormResults({
  name,
  company,
  forms,
}: {
  name: string;
  company: string;
  forms: SentForm[];
}) {
  const saved = forms.filter(({ state }) => state === "sent").length;
  return (
    <section className="stack">
      <Notice
        tone={saved === forms.length ? "" : "warn"}
        title={`${saved} of ${formatCount(forms.length, "form")} saved for ${name}, ${company}`}
      >
        {saved === forms.length ? null : (
          <p>
            Tell {name} what was refused, and why. You can send the rest from the same file: nothing arrives
            twice.
          </p>
        )}
      </Notice>
      <ul className="lines">
        {forms.map(({ id, head, state, said }) => (
          <li key={id}>
            <strong>{STATE[state]}</strong>: {head}
            {said ? <span className="soft small block">{said}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
