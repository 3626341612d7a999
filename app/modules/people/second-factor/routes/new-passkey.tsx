import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { ActionForm } from "~/ui/action-form";
import { createFieldStateGetter } from "~/ui/employee-form";
import { TextField } from "~/ui/field";
import { PageHead } from "~/ui/parts";
import { createUserContext, getSessionHash } from "~/web/context.server";
import { submitSecret } from "~/web/form-action.server";
import { startPasskey } from "../data/passkeys.server";
import { PasskeyForm } from "../ui/passkey-form";
import { OwnPasswordField } from "../ui/password-form";

export const meta: MetaFunction = () => [{ title: "Add a passkey · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  await createUserContext(args);
  return null;
}

export const action = async (args: ActionFunctionArgs) =>
  submitSecret(startPasskey, args, { session: await getSessionHash(args) });

/** Page to add a passkey: first a form for its name and the password, then the browser's passkey dialog. */
export default function NewPasskey() {
  const result = useActionData<typeof action>();
  const field = createFieldStateGetter(result?.reply ?? undefined);
  if (result?.shown)
    return (
      <div className="narrow stack">
        <PageHead
          title={`Make the passkey “${result.shown.name}”`}
          lede="Your device asks for your fingerprint, your face, or its PIN. You have five minutes."
        />
        <PasskeyForm
          kind="create"
          options={result.shown.options}
          action="/profile/second-factor/passkeys/made"
          button="Make it now"
          lacking="Passkeys need scripts, and this browser doesn't run them. Set up an app for codes instead."
        >
          <input type="hidden" name="name" value={result.shown.name} />
        </PasskeyForm>
        <p>
          <a href="/profile/second-factor">Not now</a>
        </p>
      </div>
    );
  return (
    <div className="narrow stack">
      <PageHead
        title="Add a passkey"
        lede="A phone, a computer or a security key proves that it's you. Nothing to type, and no fake site can use it."
      />
      <ActionForm
        fields={[field("name"), field("password")]}
        formErrors={result?.reply?.error?.[""] ?? undefined}
        button="Continue"
        back={{ href: "/profile/second-factor", label: "Back" }}
      >
        <TextField
          field={field("name")}
          label="Name"
          hint="So you can recognize it, like “My phone”"
          required
          attributes={{ maxLength: 60 }}
        />
        <OwnPasswordField field={field("password")} />
      </ActionForm>
    </div>
  );
}
