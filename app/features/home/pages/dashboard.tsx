import "~/styles/shortcuts.css";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { count } from "~/domain/text/text";
import { greeting } from "~/domain/time/time";
import { StartOrJoin } from "~/features/companies/no-company";
import { FrontPage } from "~/features/home/front";
import { demoRoles } from "~/features/home/front.server";
import { listInvitations } from "~/features/jobs/list.server";
import { getUnread } from "~/features/notifications/inbox.server";
import { shortcuts } from "~/features/trip-tickets/shortcuts.server";
import { PRODUCT } from "~/ui/logo";
import { ButtonLink, EmptyState, Notice, PageHead } from "~/ui/parts";
import { app } from "~/web/app.server";
import { userContext, whoIs } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call } from "~/web/respond.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.front ? `${PRODUCT}: trip tickets for timber` : "Dashboard · Timbertally" },
];

/** The dashboard; for who isn't signed in, the front page. */
export async function loader(args: LoaderFunctionArgs) {
  if (!(await whoIs(args)).actor.user)
    return { front: { demo: await demoRoles((await app()).db.read) }, dashboard: null };
  return { front: null, dashboard: await dashboardOf(args) };
}

async function dashboardOf(args: LoaderFunctionArgs) {
  const ctx = await userContext(args);
  const { actor, now } = ctx;
  return {
    hello: `${greeting(now, actor.zone)}, ${actor.user?.first_name ?? ""}`,
    company: actor.company?.name ?? null,
    belongs: actor.companies.length > 0,
    unread: (await call(getUnread, ctx, {})).unread,
    counts: actor.company ? await call(shortcuts, ctx, {}) : null,
    ...(actor.company ? await call(listInvitations, ctx, {}) : { invitations: [] }),
  };
}

export default function Home() {
  const { front, dashboard } = useLoaderData<typeof loader>();
  return front ? <FrontPage {...front} /> : <Dashboard {...dashboard} />;
}

function Dashboard({
  hello,
  company,
  counts,
  unread,
  belongs,
  invitations,
}: Awaited<ReturnType<typeof dashboardOf>>) {
  return (
    <>
      <PageHead title={hello} lede={company} />
      {invitations.map((job) => (
        <Notice key={job.id} tone="warn" title={`${job.requester} invited your company to ${job.name}`}>
          <a href={paths.job(job.id, "accept")}>
            Answer the invitation<span className="sr"> to {job.name}</span>
          </a>
        </Notice>
      ))}
      {unread ? (
        <p>
          <a href="/notifications">You have {count(unread, "notification")} you haven't read</a>
        </p>
      ) : null}
      {counts ? (
        <ul className="shortcuts">
          {counts.map((c) => (
            <li key={c.href}>
              <a href={c.href}>
                <strong>{c.title}</strong> <span>{c.count === null ? c.words : count(c.count, "load")}</span>
              </a>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState title={belongs ? "Choose the company you work for now" : "You don't have a company yet"}>
          {belongs ? (
            <ButtonLink href="/companies" tone="primary">
              Choose a company
            </ButtonLink>
          ) : (
            <StartOrJoin />
          )}
        </EmptyState>
      )}
    </>
  );
}
