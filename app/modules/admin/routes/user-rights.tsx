import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { setSuperUser } from "~/modules/people/shared/account-acts.server";
import { createBreadcrumbHandle } from "~/ui/naming";
import { loadUserActionPage, submitUserAction } from "../data/user-act.server";
import { AdminActionForm } from "../ui/act-form";

export const meta: MetaFunction = () => [{ title: "Super rights · Timbertally" }];

export const loader = (args: LoaderFunctionArgs) => loadUserActionPage(args);

export const handle = createBreadcrumbHandle<typeof loader>({ "/admin/users/:userId": ({ name }) => name });

export const action = (args: ActionFunctionArgs) => submitUserAction(setSuperUser, args);

/** Page to make a person a super user, or to revoke the rights. */
export default function UserRightsPage() {
  const u = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <AdminActionForm
      title={u.is_super_user ? `Take away the super rights of ${u.name}` : `Make ${u.name} a super user`}
      lede={
        u.is_super_user
          ? "They're signed out right away and can no longer open any page under Admin."
          : "A super user sees every company, person and job here, and can do everything you can."
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
