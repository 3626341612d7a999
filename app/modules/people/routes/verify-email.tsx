import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActionForm } from "~/ui/action-form";
import { PageHead } from "~/ui/parts";
import { PublicFrame } from "~/ui/shell";
import { env } from "~/web/env.server";
import { submit } from "~/web/form-action.server";
import { confirmEmail } from "../data/contact-checks.server";

export const meta: MetaFunction = () => [{ title: "Verify your email · Timbertally" }];

export function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  return { token: searchParams.get("token") ?? "", done: searchParams.has("done") };
}

export const action = (args: ActionFunctionArgs) =>
  submit(confirmEmail, args, {
    limits: () => [{ limit: env().RATE_LIMIT_RESET * 10, bucket: `reset-from:${args.context.address}` }],
    to: () => "/verify-email?done",
  });

/** Verification requires a button press, so that a mail program that prefetches links doesn't verify the email. */
export default function VerifyEmail() {
  const { token, done } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  if (done)
    return (
      <PublicFrame>
        <PageHead title="Your email is verified" />
        <a href="/">Go to Timbertally</a>
      </PublicFrame>
    );
  return (
    <PublicFrame>
      <PageHead title="Verify your email" />
      <ActionForm
        formErrors={reply?.error?.[""] ?? reply?.error?.token ?? undefined}
        button="This is my email"
        back={{ href: "/", label: "Go to Timbertally" }}
      >
        <input type="hidden" name="token" value={token} />
      </ActionForm>
    </PublicFrame>
  );
}
