import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatCount } from "~/lib/text/text";
import { endSessionsOf } from "~/modules/people/shared/account-acts.server";
import { breadcrumbHandle } from "~/ui/naming";
import { actOnUser, loadUserAct } from "../data/user-act.server";
import { ActForm } from "../ui/act-form";

export const meta: MetaFunction = () => [{ title: "Sign out everywhere · Timbertally" }];

export const loader = (args: LoaderFunctionArgs) => loadUserAct(args);

export const handle = breadcrumbHandle<typeof loader>({ "/admin/users/:userId": ({ name }) => name });

export const action = (args: ActionFunctionArgs) => actOnUser(endSessionsOf, args);

/** End all sessions of a person, for example after losing a phone. */
export default function Sessions() {
  const u = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <ActForm
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
