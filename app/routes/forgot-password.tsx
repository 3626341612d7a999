import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { loginBucket, requestPasswordReset } from "~/features/people/accounts.server";
import { deliverOutbox } from "~/features/people/outbox.server";
import { ErrorSummary, TextField } from "~/ui/field";
import { Notice, PageHead } from "~/ui/parts";
import { PublicFrame } from "~/ui/shell";
import { env } from "~/web/env.server";
import { readForm, submit } from "~/web/respond.server";

export const meta: MetaFunction = () => [{ title: "Forgotten password · Timbertally" }];

export function loader({ request }: LoaderFunctionArgs) {
  return { sent: new URL(request.url).searchParams.has("sent") };
}

export async function action(args: ActionFunctionArgs) {
  const login = String((await readForm(args.request.clone())).get("login") ?? "");
  return submit(requestPasswordReset, args, {
    limits: [
      { limit: env().RATE_LIMIT_RESET * 10, bucket: `reset-from:${args.context.address}` },
      { limit: env().RATE_LIMIT_RESET, bucket: `reset:${loginBucket(login)}` },
    ],
    to: () => "/forgot-password?sent",
  }).finally(() => void deliverOutbox());
}

export default function ForgotPassword() {
  const { sent } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  return (
    <PublicFrame>
      <PageHead title="Forgotten password" />
      {sent ? (
        <Notice title="Look into your mail">
          <p>
            If an account has this email or phone, a link to choose a new password is on its way. It works for
            two hours.
          </p>
        </Notice>
      ) : (
        <form method="post" className="stack">
          <ErrorSummary formErrors={reply?.error?.[""] ?? undefined} />
          <TextField
            field={{ id: "login", name: "login", errors: reply?.error?.login ?? undefined }}
            label="Email or phone"
            required
            attributes={{ autoComplete: "username" }}
          />
          <div className="row">
            <button type="submit" className="button primary">
              Send a link
            </button>{" "}
            <a href="/login">Back to sign in</a>
          </div>
        </form>
      )}
    </PublicFrame>
  );
}
