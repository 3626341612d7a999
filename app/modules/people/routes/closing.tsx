import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActionForm } from "~/ui/action-form";
import { createFieldStateGetter } from "~/ui/employee-form";
import { TextField } from "~/ui/field";
import { PageHead } from "~/ui/parts";
import { RefusalNotice } from "~/ui/refused";
import { createUserContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { endSession } from "~/web/session.server";
import { closeAccount, getAccountClosing } from "../data/closing.server";

export const meta: MetaFunction = () => [{ title: "Close your account · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  return callProcedure(getAccountClosing, await createUserContext(args), {});
}

export const action = (args: ActionFunctionArgs) =>
  submit(closeAccount, args, {
    to: () => "/login",
    headers: async () => ({ "Set-Cookie": await endSession(args.request) }),
  });

export default function CloseAccount() {
  const { role, refused } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  const field = createFieldStateGetter(reply);
  const back = { href: "/profile", label: "Keep my account" };
  if (refused)
    return (
      <div className="narrow stack">
        <PageHead title="Close your account" />
        <RefusalNotice why={refused} back={back} />
      </div>
    );
  return (
    <div className="narrow stack">
      <PageHead
        title="Close your account"
        lede={`Your name, email, phone, picture and settings are removed for good. Loads are kept, as the law requires, and say "Former ${role}" instead of your name. This can't be undone.`}
      />
      <ActionForm
        fields={[field("password")]}
        formErrors={reply?.error?.[""] ?? undefined}
        button="Close my account"
        danger
        back={back}
      >
        <TextField
          field={field("password")}
          label="Your password"
          type="password"
          required
          attributes={{ autoComplete: "current-password" }}
        />
      </ActionForm>
    </div>
  );
}
