import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActForm } from "~/features/admin/act-form";
import { getAnyUser } from "~/features/admin/users.server";
import { setSuper } from "~/features/people/account-acts.server";
import { naming } from "~/ui/naming";
import { userContext } from "~/web/context.server";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Super rights · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const user = await call(getAnyUser, await userContext(args), { user_id: idOf(args.params.userId) });
  const { id, name, version, sessions, disabled_at, is_super_user } = user;
  return { id, name, version, sessions, disabled_at, is_super_user, submission_id: newSubmissionId() };
}

export const handle = naming<typeof loader>({ "/admin/users/:userId": ({ name }) => name });

export async function action(args: ActionFunctionArgs) {
  const user_id = idOf(args.params.userId);
  return submit(setSuper, args, { fixed: { user_id }, to: () => `/admin/users/${user_id}?done=saved` });
}

/** Makes a person a super user, or takes it away. */
export default function Rights() {
  const u = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <ActForm
      title={u.is_super_user ? `Take away the super rights of ${u.name}` : `Make ${u.name} a super user`}
      lede={
        u.is_super_user
          ? "They are signed out at once and can no longer open any page under Admin."
          : "A super user sees every company, person and job here, and can do all that you can."
      }
      result={result}
      submissionId={u.submission_id}
      version={u.version}
      hidden={{ what: u.is_super_user ? "take" : "give" }}
      button={u.is_super_user ? "Take away super rights" : "Make a super user"}
      danger
      back={{ href: `/admin/users/${u.id}`, label: "Back to the person" }}
      readers="site"
      what="account"
    />
  );
}
