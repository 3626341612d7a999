import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { getEnabledChannels } from "~/lib/mail/channels.server";
import { ActionForm } from "~/ui/action-form";
import { TextField } from "~/ui/field";
import { Notice, PageHead } from "~/ui/parts";
import { PublicFrame } from "~/ui/shell";
import { getApp } from "~/web/app.server";
import { env } from "~/web/env.server";
import { getText, submit } from "~/web/form-action.server";
import { readSignInLimitKey } from "../data/find-user.server";
import { RESET_PAUSE_MINUTES, requestPasswordReset } from "../data/resets.server";

export const meta: MetaFunction = () => [{ title: "Forgot password · Timbertally" }];

export function loader({ request }: LoaderFunctionArgs) {
  return {
    sent: new URL(request.url).searchParams.has("sent"),
    leaves: getEnabledChannels(),
    pause: RESET_PAUSE_MINUTES,
  };
}

export async function action(args: ActionFunctionArgs) {
  const limit = env().RATE_LIMIT_RESET;
  return submit(requestPasswordReset, args, {
    limits: async (form) => [
      { limit: limit * 10, bucket: `reset-from:${args.context.address}` },
      // Tries are also counted by network address, so that somebody elsewhere can't use up the account owner's tries.
      ...(form ? [{ limit, bucket: `reset:${await accountNamed(form)}@${args.context.address}` }] : []),
    ],
    to: () => "/forgot-password?sent",
  });
}

const accountNamed = async (form: FormData) =>
  readSignInLimitKey((await getApp()).db.read, getText(form, "login"));

export default function ForgotPassword() {
  const { sent, leaves, pause } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  return (
    <PublicFrame>
      <PageHead title="Forgot password" />
      {sent ? (
        <Sent leaves={leaves} pause={pause} />
      ) : (
        <ActionForm
          formErrors={reply?.error?.[""] ?? undefined}
          button="Send a link"
          back={{ href: "/login", label: "Back to sign in" }}
        >
          <TextField
            field={{ id: "login", name: "login", errors: reply?.error?.login ?? undefined }}
            label="Email or phone"
            required
            attributes={{ autoComplete: "username" }}
          />
        </ActionForm>
      )}
    </PublicFrame>
  );
}

/** Message after a request, the same with and without an account. Never mentions a channel that this site lacks. */
function Sent({ leaves, pause }: { leaves: { mail: boolean; text: boolean }; pause: number }) {
  if (!leaves.mail && !leaves.text)
    return (
      <Notice tone="warn" title="This site doesn't send mail or texts">
        <p>Nothing was sent. Ask an admin of your company for a new link, or the people who run this site.</p>
      </Notice>
    );
  const where = leaves.mail && leaves.text ? "mail or texts" : leaves.mail ? "mail" : "texts";
  return (
    <Notice title={`Check your ${where}`}>
      <p>
        If this is the email or phone of an account, we sent a link to choose a new password. It works for two
        hours. If you asked less than {pause} minutes ago, use the link that we sent then.
      </p>
      <p>
        {leaves.text
          ? "Nothing there?"
          : "We can't text you a link here. If your account has a phone and no email:"}{" "}
        Ask an admin of your company for a new link.
      </p>
    </Notice>
  );
}
