import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { isMailReadable } from "~/lib/mail/channels.server";
import { ActionForm } from "~/ui/action-form";
import { createFieldStateGetter } from "~/ui/employee-form";
import { TextField } from "~/ui/field";
import { Notice, PageHead } from "~/ui/parts";
import { createUserContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { changeEmail, getOwnContacts } from "../data/contact-checks.server";
import { EmailText } from "../shared/email-text";

export const meta: MetaFunction = () => [{ title: "Change email · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const contacts = await callProcedure(getOwnContacts, await createUserContext(args), {});
  return { ...contacts, works: isMailReadable() };
}

export async function action(args: ActionFunctionArgs) {
  const { leaves } = await callProcedure(getOwnContacts, await createUserContext(args), {});
  const done = leaves.mail ? "email-asked" : "email-kept";
  return submit(changeEmail, args, { to: () => `/profile?done=${done}` });
}

export default function ChangeEmail() {
  const { email, email_verified, works } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  const field = createFieldStateGetter(reply);
  return (
    <div className="narrow stack">
      <PageHead
        title={email ? "Change your email" : "Add an email"}
        lede="We'll send a link to the new email. Open it to switch to that email."
      />
      {email ? (
        <p>
          Now: <EmailText email={email} verified={email_verified} />
        </p>
      ) : null}
      {works ? (
        <ActionForm
          fields={["email", "current_password"].map((name) => field(name))}
          formErrors={reply?.error?.[""] ?? undefined}
          button="Send the link"
          back={{ href: "/profile", label: "Back to your profile" }}
        >
          <TextField
            field={field("email")}
            label="New email"
            type="email"
            required
            attributes={{ autoComplete: "email", maxLength: 254 }}
          />
          <TextField
            field={field("current_password")}
            label="Password"
            type="password"
            required
            attributes={{ autoComplete: "current-password" }}
          />
        </ActionForm>
      ) : (
        <Notice tone="warn">
          <p>
            This site doesn't send mail, so a new email can't be verified. Ask the people who run it.{" "}
            <a href="/profile">Back to your profile</a>
          </p>
        </Notice>
      )}
    </div>
  );
}
