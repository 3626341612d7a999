import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { count } from "~/domain/text/text";
import { ActForm } from "~/features/admin/act-form";
import { getAnyUser } from "~/features/admin/users.server";
import { setDisabled } from "~/features/people/account-acts.server";
import { naming } from "~/ui/naming";
import { userContext } from "~/web/context.server";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Disable or enable · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const user = await call(getAnyUser, await userContext(args), { user_id: idOf(args.params.userId) });
  const { id, name, version, sessions, disabled_at, is_super_user } = user;
  return { id, name, version, sessions, disabled_at, is_super_user, submission_id: newSubmissionId() };
}

export const handle = naming<typeof loader>({ "/admin/users/:userId": ({ name }) => name });

export async function action(args: ActionFunctionArgs) {
  const user_id = idOf(args.params.userId);
  return submit(setDisabled, args, { fixed: { user_id }, to: () => `/admin/users/${user_id}?done=saved` });
}

/** Keeps a person out, or lets them in again. */
export default function Disabling() {
  const u = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const disabled = u.disabled_at !== null;
  return (
    <ActForm
      title={disabled ? `Enable the account of ${u.name}` : `Disable the account of ${u.name}`}
      lede={
        disabled
          ? "They can sign in again with the password that they had."
          : `No one can sign in as ${u.name} until you enable the account. ${count(u.sessions, "device is", "devices are")} signed out at once. They stay in their companies and hear of nothing.`
      }
      result={result}
      submissionId={u.submission_id}
      version={u.version}
      hidden={{ what: disabled ? "enable" : "disable" }}
      button={disabled ? "Enable" : "Disable"}
      danger={!disabled}
      back={{ href: `/admin/users/${u.id}`, label: "Back to the person" }}
      readers="site"
      what="account"
    />
  );
}
