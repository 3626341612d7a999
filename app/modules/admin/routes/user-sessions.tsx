import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatCount } from "~/lib/text/text";
import { endUserSessions } from "~/modules/people/shared/account-acts.server";
import { createBreadcrumbHandle } from "~/ui/naming";
import { loadUserActionPage, submitUserAction } from "../data/user-act.server";
import { AdminActionForm } from "../ui/act-form";

export const meta: MetaFunction = () => [{ title: "Sign out everywhere · Timbertally" }];

export const loader = (args: LoaderFunctionArgs) => loadUserActionPage(args);

export const handle = createBreadcrumbHandle<typeof loader>({ "/admin/users/:userId": ({ name }) => name });

export const action = (args: ActionFunctionArgs) => submitUserAction(endUserSessions, args);

/** Page to end all sessions of a person, for example after the person lost a phone. */
export default function EndUserSessionsPage() {
  const u = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <AdminActionForm
      title="Sign out everywhere"
      lede={`${u.name} is signed in on ${formatCount(u.sessions, "device")}. Each has to sign in again; the password stays the same.`}
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
