import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatPhone } from "~/lib/text/phone";
import { ActionForm } from "~/ui/action-form";
import { TextField } from "~/ui/field";
import { ButtonLink, PageHead } from "~/ui/parts";
import { PublicFrame } from "~/ui/shell";
import { createOpenContext } from "~/web/context.server";
import { env } from "~/web/env.server";
import { callProcedure, getText, submit } from "~/web/form-action.server";
import { acceptInvite } from "../data/accept-invite.server";
import { getInvite } from "../data/accounts.server";
import { signInUser } from "../data/sign-in.server";
import { getSignInTries } from "../data/sign-in-tries.server";

export const meta: MetaFunction = () => [{ title: "Invitation · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const invite = await callProcedure(getInvite, await createOpenContext(args), {
    token: args.params.token ?? "",
  });
  return {
    invite: invite && {
      company: invite.company,
      first_name: invite.first_name,
      email: invite.email,
      has_account: invite.has_account,
      phone: invite.user_id && invite.phone_number && formatPhone(invite.phone_number),
    },
  };
}

export async function action(args: ActionFunctionArgs) {
  return submit(acceptInvite, args, {
    limits: async (form) => [
      { limit: env().RATE_LIMIT_SIGN_UP, bucket: `invite-from:${args.context.address}` },
      // The holder of a link could guess at any account's password here, so each try counts as a sign-in try.
      ...(form ? await getSignInTries(args, getText(form, "email")) : []),
    ],
    fixed: { token: args.params.token },
    to: () => "/",
    headers: async ({ userId }) => (await signInUser(args, userId)).headers,
  });
}

export default function AcceptInvitation() {
  const { invite } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  if (!invite)
    return (
      <PublicFrame>
        <PageHead
          title="This invitation no longer works"
          lede="It was used, withdrawn, or has expired. Ask your company for a new one."
        />
        <div className="row">
          <ButtonLink href="/login" tone="primary">
            Sign in
          </ButtonLink>
        </div>
      </PublicFrame>
    );
  return (
    <PublicFrame>
      <PageHead
        title={`Join ${invite.company}`}
        lede={
          invite.has_account
            ? `${invite.first_name}, you already have an account. Type its password to join with it.`
            : `${invite.first_name}, choose a password to get started.`
        }
      />
      <ActionForm formErrors={reply?.error?.[""] ?? undefined} button={`Join ${invite.company}`}>
        <TextField
          field={{
            id: "email",
            name: "email",
            defaultValue: invite.email ?? undefined,
            errors: reply?.error?.email ?? undefined,
          }}
          label="Email"
          type="email"
          required={!invite.phone}
          hint={invite.phone ? `You can also sign in with your phone, ${invite.phone}.` : undefined}
          attributes={{ autoComplete: "email" }}
        />
        <TextField
          field={{ id: "password", name: "password", errors: reply?.error?.password ?? undefined }}
          label="Password"
          type="password"
          required
          hint={
            invite.has_account
              ? "The password you already sign in with."
              : invite.phone
                ? "At least 10 characters."
                : "At least 10 characters. If you already have an account, its password."
          }
          attributes={{ autoComplete: invite.has_account ? "current-password" : "new-password" }}
        />
        {invite.has_account ? (
          <p>
            <a href="/forgot-password">Forgot your password?</a>
          </p>
        ) : null}
      </ActionForm>
    </PublicFrame>
  );
}
