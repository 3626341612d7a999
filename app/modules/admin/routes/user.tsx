import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatCount } from "~/lib/text/text";
import { formatInstant } from "~/lib/time/time";
import { EmailText } from "~/modules/people/shared/email-text";
import { AccountEvents } from "~/modules/people/shared/event-list";
import { getAccount } from "~/modules/people/shared/support.server";
import { createBreadcrumbHandle } from "~/ui/naming";
import { DetailBox, Facts, Notice } from "~/ui/parts";
import { createUserContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { getUserForAdmin } from "../data/users.server";
import { AdminActionList } from "../ui/act-list";

export const meta: MetaFunction = () => [{ title: "User · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createUserContext(args);
  const user = await callProcedure(getUserForAdmin, ctx, { user_id: parseId(args.params.userId) });
  const { events } = await callProcedure(getAccount, ctx, { user_id: user.id });
  const when = (instant: string | null) => instant && formatInstant(instant, ctx.actor.zone, ctx.now);
  return {
    ...user,
    events,
    seen: when(user.last_seen_at),
    created: when(user.created_at),
    disabled: when(user.disabled_at),
  };
}

export const handle = createBreadcrumbHandle<typeof loader>({ "/admin/users/:userId": ({ name }) => name });

/** User page: sign-in methods, companies, past actions on the account, and available actions. */
export default function User() {
  const u = useLoaderData<typeof loader>();
  const here = `/admin/users/${u.id}`;
  return (
    <div className="stack loose">
      {u.disabled ? (
        <Notice tone="warn" title={`Disabled since ${u.disabled}`}>
          <p>
            No one can sign in as {u.name}. <a href={`${here}/disabling`}>Enable the account</a>
          </p>
        </Notice>
      ) : null}
      <div className="boxes">
        <DetailBox title="Account">
          <Facts
            facts={[
              { term: "Number", value: u.id },
              { term: "Email", value: <EmailText email={u.email} verified={u.email_verified} /> },
              { term: "Phone", value: u.phone },
              { term: "Password", value: u.has_password ? "Set" : "Not chosen yet" },
              { term: "Second factor", value: u.has_second_factor ? "Set up" : "None" },
              { term: "Signed in on", value: formatCount(u.sessions, "device") },
              { term: "Last seen", value: u.seen },
              { term: "Since", value: u.created },
            ]}
          />
        </DetailBox>
        <DetailBox title="Companies">
          {u.companies.length ? (
            <ul className="lines">
              {u.companies.map((c) => (
                <li key={c.id}>
                  <a href={`/admin/companies/${c.id}`}>{c.name}</a>
                </li>
              ))}
            </ul>
          ) : (
            <p>Not in a company.</p>
          )}
        </DetailBox>
        <DetailBox title="What you can do">
          <ul className="lines">
            {u.is_super_user || u.disabled_at ? null : (
              <>
                <li>
                  <a href={`${here}/link`}>Make a link for a new password</a>
                </li>
                <li>
                  <a href={`${here}/contacts`}>Correct email or phone</a>
                </li>
              </>
            )}
            <li>
              <a href={`${here}/sessions`}>Sign out everywhere</a>
            </li>
            {u.is_me ? null : (
              <>
                {u.has_second_factor ? (
                  <li>
                    <a href={`${here}/second-factor`}>Turn off the second factor</a>
                  </li>
                ) : null}
                <li>
                  <a href={`${here}/disabling`}>
                    {u.disabled_at ? "Enable the account" : "Disable the account"}
                  </a>
                </li>
                <li>
                  <a href={`${here}/rights`}>
                    {u.is_super_user ? "Take away super rights" : "Make a super user"}
                  </a>
                </li>
              </>
            )}
          </ul>
          {u.is_super_user ? <p>Only a super user can change their own email and password.</p> : null}
        </DetailBox>
        <AccountEvents events={u.events} reasons />
        <DetailBox title="Admin actions" full>
          {u.acts.length ? <AdminActionList acts={u.acts} /> : <p>Nothing yet.</p>}
        </DetailBox>
      </div>
    </div>
  );
}
