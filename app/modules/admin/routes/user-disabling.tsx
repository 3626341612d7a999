import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatCount } from "~/lib/text/text";
import { setAccountDisabled } from "~/modules/people/shared/account-acts.server";
import { createBreadcrumbHandle } from "~/ui/naming";
import { loadUserActionPage, submitUserAction } from "../data/user-act.server";
import { AdminActionForm } from "../ui/act-form";

export const meta: MetaFunction = () => [{ title: "Disable or enable · Timbertally" }];

export const loader = (args: LoaderFunctionArgs) => loadUserActionPage(args);

export const handle = createBreadcrumbHandle<typeof loader>({ "/admin/users/:userId": ({ name }) => name });

export const action = (args: ActionFunctionArgs) => submitUserAction(setAccountDisabled, args);

/** Page to disable a person's account, or to enable it again. */
export default function DisableUserPage() {
  const u = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const disabled = u.disabled_at !== null;
  return (
    <AdminActionForm
      title={disabled ? `Enable the account of ${u.name}` : `Disable the account of ${u.name}`}
      lede={
        disabled
          ? "They can sign in again with their old password."
          : `No one can sign in as ${u.name} until you enable the account. ${formatCount(u.sessions, "device is", "devices are")} signed out right away. They stay in their companies and don't get notifications.`
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
