import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { removeUserSecondFactor } from "~/modules/people/shared/account-acts.server";
import { createBreadcrumbHandle } from "~/ui/naming";
import { loadUserActionPage, submitUserAction } from "../data/user-act.server";
import { AdminActionForm } from "../ui/act-form";

export const meta: MetaFunction = () => [{ title: "Turn off the second factor · Timbertally" }];

export const loader = (args: LoaderFunctionArgs) => loadUserActionPage(args);

export const handle = createBreadcrumbHandle<typeof loader>({ "/admin/users/:userId": ({ name }) => name });

export const action = (args: ActionFunctionArgs) => submitUserAction(removeUserSecondFactor, args);

/** Page to restore access for a person who lost their phone and their recovery codes. */
export default function RemoveSecondFactorPage() {
  const u = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <AdminActionForm
      title="Turn off the second factor"
      lede={`${u.name} has lost phone and recovery codes? Make sure by a call that it's them. Every device is signed out, and their password alone lets them in until they set it up again.`}
      result={result}
      submissionId={u.submission_id}
      button="Turn it off"
      danger
      back={{ href: `/admin/users/${u.id}`, label: "Back to the person" }}
      readers="site"
      what="account"
    />
  );
}
