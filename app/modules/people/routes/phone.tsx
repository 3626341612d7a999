import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActionForm } from "~/ui/action-form";
import { createFieldStateGetter } from "~/ui/employee-form";
import { TextField } from "~/ui/field";
import { PageHead } from "~/ui/parts";
import { createUserContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { confirmPhone, getOwnContacts } from "../data/contact-checks.server";

export const meta: MetaFunction = () => [{ title: "Verify your phone · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const contacts = await callProcedure(getOwnContacts, await createUserContext(args), {});
  const problem = !contacts.phone
    ? "You don't have a phone on file. Add one under Edit profile."
    : contacts.phone_verified
      ? "Your phone is verified."
      : contacts.leaves.text
        ? null
        : "This site doesn't send texts, so a phone can't be verified.";
  return { phone: contacts.phone, problem };
}

export const action = (args: ActionFunctionArgs) =>
  submit(confirmPhone, args, { to: () => "/profile?done=phone-verified" });

export default function VerifyPhone() {
  const { phone, problem } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  const field = createFieldStateGetter(reply);
  if (problem)
    return (
      <div className="narrow stack">
        <PageHead title="Verify your phone" lede={problem} />
        <a href="/profile">Back to your profile</a>
      </div>
    );
  return (
    <div className="narrow stack">
      <PageHead title="Verify your phone" lede={`We text a code to ${phone}. It works for 10 minutes.`} />
      <form method="post" action="/profile/phone-code" className="row">
        <button type="submit" className="button">
          Text me a code
        </button>
      </form>
      <ActionForm
        fields={[field("code")]}
        formErrors={reply?.error?.[""] ?? undefined}
        button="Verify"
        back={{ href: "/profile", label: "Back to your profile" }}
      >
        <TextField
          field={field("code")}
          label="Code"
          required
          short
          attributes={{ inputMode: "numeric", autoComplete: "one-time-code", maxLength: 20 }}
        />
      </ActionForm>
    </div>
  );
}
