import "~/styles/second-factor.css";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { drawQr } from "~/modules/trip-tickets/shared/qr.server";
import { ActionForm } from "~/ui/action-form";
import { createFieldStateGetter } from "~/ui/employee-form";
import { TextField } from "~/ui/field";
import { ButtonLink, PageHead } from "~/ui/parts";
import { QrCode } from "~/ui/qr";
import { createUserContext, getSessionHash } from "~/web/context.server";
import { callProcedure, submitSecret } from "~/web/form-action.server";
import { getSecondFactor, setSecondFactor } from "../data/second-factor.server";
import { OwnPasswordField } from "../ui/password-form";
import { FIRST_FACTOR_MESSAGE, RecoveryCodes } from "../ui/recovery-codes";

export const meta: MetaFunction = () => [{ title: "App for codes · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createUserContext(args);
  const secondFactor = await callProcedure(getSecondFactor, ctx, { session: await getSessionHash(args) });
  return { ...secondFactor, qr: secondFactor.offered && drawQr(secondFactor.offered.address) };
}

export const action = async (args: ActionFunctionArgs) =>
  submitSecret(setSecondFactor, args, { session: await getSessionHash(args) });

/** Page to set up an authenticator app. */
export default function AppForCodes() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const field = createFieldStateGetter(result?.reply ?? undefined);
  if (result?.shown)
    return result.shown.codes.length ? (
      <RecoveryCodes codes={result.shown.codes} lede={FIRST_FACTOR_MESSAGE} />
    ) : (
      <div className="narrow stack">
        <PageHead
          title="The app is set up"
          lede="Its codes let you in from now on, along with your passkey."
        />
        <div className="row">
          <ButtonLink href="/profile/second-factor">Back to your second factor</ButtonLink>
        </div>
      </div>
    );
  // The loader doesn't redirect here, because it also runs after the action, and the user would never see the codes.
  if (!page.offered)
    return (
      <div className="narrow stack">
        <PageHead title="The app is set up" lede="Turn it off first to set up another one." />
        <div className="row">
          <ButtonLink href="/profile/second-factor">Back to your second factor</ButtonLink>
        </div>
      </div>
    );
  return (
    <div className="narrow stack">
      <PageHead
        title="Set up an app for codes"
        lede="Then your password alone isn't enough. You also type a code from an app on your phone."
      />
      <p>
        Open an authenticator app on your phone (like Google Authenticator, 1Password or Aegis) and scan this:
      </p>
      {page.qr && page.offered ? (
        <>
          <div className="factor-qr">
            <QrCode drawing={page.qr} label="Code to scan with your app" />
          </div>
          <p>
            Or type this into the app: <code className="secret">{page.offered.secret}</code>
          </p>
        </>
      ) : null}
      <ActionForm
        fields={[field("code"), field("password")]}
        formErrors={result?.reply?.error?.[""] ?? undefined}
        button="Set it up"
        back={{ href: "/profile/second-factor", label: "Back" }}
      >
        <TextField
          field={field("code")}
          label="Code from the app"
          required
          short
          attributes={{ inputMode: "numeric", autoComplete: "one-time-code", maxLength: 20 }}
        />
        <OwnPasswordField field={field("password")} />
      </ActionForm>
    </div>
  );
}
