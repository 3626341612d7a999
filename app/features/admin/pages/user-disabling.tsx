import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatCount } from "~/domain/text/text";
import { ActForm } from "~/features/admin/act-form";
import { actOnUser, loadUserAct } from "~/features/admin/user-act.server";
import { setDisabled } from "~/features/people/account-acts.server";
import { breadcrumbHandle } from "~/ui/naming";

export const meta: MetaFunction = () => [{ title: "Disable or enable · Timbertally" }];

export const loader = (args: LoaderFunctionArgs) => loadUserAct(args);

export const handle = breadcrumbHandle<typeof loader>({ "/admin/users/:userId": ({ name }) => name });

export const action = (args: ActionFunctionArgs) => actOnUser(setDisabled, args);

/** Disable a person's account, or enable it again. */
export default function Disabling() {
  const u = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const disabled = u.disabled_at !== null;
  return (
    <ActForm
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
