import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActionForm } from "~/ui/action-form";
import { PageHead } from "~/ui/parts";
import { PublicFrame } from "~/ui/shell";
import { readForm } from "~/web/form-action.server";
import { redirectOnGet } from "~/web/redirect-reader.server";
import { runProcedure } from "~/web/run-procedure.server";
import { readSecondFactorKinds } from "../../shared/second-factors.server";
import { ResubmitForm, SignInHiddenFields } from "../../ui/code-form";
import { completePasskeySignIn, startPasskeySignIn } from "../data/passkeys.server";
import { finishSignIn, getNextPath, loadPendingSignIn } from "../data/second-half.server";
import { PasskeyForm } from "../ui/passkey-form";

export const meta: MetaFunction = () => [{ title: "Your passkey · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, half } = await loadPendingSignIn(args);
  if (!(await readSecondFactorKinds(ctx.db.read, half.user_id)).passkey) redirectOnGet(args, "/login/code");
  return { next: getNextPath(args.request) };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const response = form.get("response");
  return finishSignIn(args, form, async (ctx, half) =>
    typeof response === "string"
      ? runProcedure(completePasskeySignIn, ctx, { ...half, response })
      : { asked: await runProcedure(startPasskeySignIn, ctx, half) },
  );
}

/**
 * Page for the second step of a sign-in by passkey: the first submit gets the challenge from the server, then the
 * browser signs the challenge.
 */
export default function PasskeySignIn() {
  const data = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (result?.signedIn) return <ResubmitForm carried={result.carried} />;
  const riding = { next: result?.next ?? data.next, carried: result?.carried };
  const codeHref = riding.next ? `/login/code?next=${encodeURIComponent(riding.next)}` : "/login/code";
  return (
    <PublicFrame>
      <PageHead title="Your passkey" lede="Unlock it with your fingerprint, your face, or its PIN." />
      {result?.asked ? (
        <PasskeyForm
          kind="get"
          options={result.asked.options}
          action="/login/passkey"
          button="Use my passkey"
          lacking="Passkeys need scripts, and this browser doesn't run them. Type a code instead."
        >
          <SignInHiddenFields {...riding} />
        </PasskeyForm>
      ) : (
        <ActionForm
          action="/login/passkey"
          formErrors={result?.message ? [result.message] : undefined}
          button="Use a passkey"
        >
          <SignInHiddenFields {...riding} />
        </ActionForm>
      )}
      <p>
        <a href={codeHref}>Type a code instead</a>
      </p>
    </PublicFrame>
  );
}
