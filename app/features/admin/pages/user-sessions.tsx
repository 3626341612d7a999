import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { count } from "~/domain/text/text";
import { ActForm } from "~/features/admin/act-form";
import { getAnyUser } from "~/features/admin/users.server";
import { endSessionsOf } from "~/features/people/account-acts.server";
import { naming } from "~/ui/naming";
import { userContext } from "~/web/context.server";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Sign out everywhere · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const user = await call(getAnyUser, await userContext(args), { user_id: idOf(args.params.userId) });
  const { id, name, version, sessions, disabled_at, is_super_user } = user;
  return { id, name, version, sessions, disabled_at, is_super_user, submission_id: newSubmissionId() };
}

export const handle = naming<typeof loader>({ "/admin/users/:userId": ({ name }) => name });

export async function action(args: ActionFunctionArgs) {
  const user_id = idOf(args.params.userId);
  return submit(endSessionsOf, args, { fixed: { user_id }, to: () => `/admin/users/${user_id}?done=saved` });
}

/** Ends every sign-in of a person, as when a phone is lost. */
export default function Sessions() {
  const u = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <ActForm
      title="Sign out everywhere"
      lede={`${u.name} is signed in on ${count(u.sessions, "device")}. Each has to sign in again; the password stays the same.`}
      result={result}
      submissionId={u.submission_id}
      button="Sign out everywhere"
      danger
      back={{ href: `/admin/users/${u.id}`, label: "Back to the person" }}
      readers="site"
      what="account"
    />
  );
}
