import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { resetPassword } from "~/features/people/resets.server";
import { signInUser } from "~/features/people/sign-in.server";
import { ActionForm } from "~/ui/action-form";
import { TextField } from "~/ui/field";
import { PageHead } from "~/ui/parts";
import { PublicFrame } from "~/ui/shell";
import { env } from "~/web/env.server";
import { submit } from "~/web/respond.server";

export const meta: MetaFunction = () => [{ title: "Choose a new password · Timbertally" }];

export function loader({ request }: LoaderFunctionArgs) {
  return { token: new URL(request.url).searchParams.get("token") ?? "" };
}

export async function action(args: ActionFunctionArgs) {
  return submit(resetPassword, args, {
    limits: () => [{ limit: env().RATE_LIMIT_RESET * 10, bucket: `reset-from:${args.context.address}` }],
    to: () => "/",
    headers: async ({ userId }) => (await signInUser(args, userId)).headers,
  });
}

export default function ResetPassword() {
  const { token } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
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
