import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActionForm } from "~/ui/action-form";
import { TextField } from "~/ui/field";
import { ButtonLink, PageHead } from "~/ui/parts";
import { PublicFrame } from "~/ui/shell";
import { createOpenContext } from "~/web/context.server";
import { env } from "~/web/env.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { getPasswordReset, resetPassword } from "../data/resets.server";
import { signInUser } from "../data/sign-in.server";

export const meta: MetaFunction = () => [{ title: "Choose a new password · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const token = (new URL(args.request.url).searchParams.get("token") ?? "").slice(0, 200);
  // The loader also runs after the form's own POST, when the link is already used or the page shows errors.
  const isOpened = args.request.method === "GET";
  const { is_usable } = isOpened
    ? await callProcedure(getPasswordReset, await createOpenContext(args), { token })
    : { is_usable: true };
  return { token, is_usable };
}

export async function action(args: ActionFunctionArgs) {
  return submit(resetPassword, args, {
    limits: () => [{ limit: env().RATE_LIMIT_RESET * 10, bucket: `reset-from:${args.context.address}` }],
    to: () => "/",
    headers: async ({ userId }) => (await signInUser(args, userId)).headers,
  });
}

export default function ResetPassword() {
  const { token, is_usable } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  if (!is_usable && !reply)
    return (
      <PublicFrame>
        <PageHead
          title="This link no longer works"
          lede="It was already used or has expired. Ask for a new one."
        />
        <div className="row">
          <ButtonLink href="/forgot-password" tone="primary">
            Ask for a new link
          </ButtonLink>
          <ButtonLink href="/login">Sign in</ButtonLink>
        </div>
      </PublicFrame>
    );
  return (
    <PublicFrame>
      <PageHead title="Choose a new password" lede="Every device signed in with the old one is signed out." />
      <ActionForm
        formErrors={reply?.error?.[""] ?? reply?.error?.token ?? undefined}
        button="Save and sign in"
        back={{ href: "/forgot-password", label: "Ask for a new link" }}
      >
        <input type="hidden" name="token" value={token} />
        <TextField
          field={{ id: "password", name: "password", errors: reply?.error?.password ?? undefined }}
          label="New password"
          type="password"
          required
          hint="At least 10 characters. A few plain words are good."
          attributes={{ autoComplete: "new-password" }}
        />
      </ActionForm>
    </PublicFrame>
  );
}
