import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { count } from "~/domain/text/text";
import { greeting } from "~/domain/time/time";
import { StartOrJoin } from "~/features/companies/no-company";
import { listInvitations } from "~/features/jobs/list.server";
import { shortcuts } from "~/features/trip-tickets/shortcuts.server";
import { ButtonLink, EmptyState, Notice, PageHead } from "~/ui/parts";
import { userContext } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call } from "~/web/respond.server";

export const meta: MetaFunction = () => [{ title: "Dashboard · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await userContext(args);
  const { actor, now } = ctx;
  return {
    hello: `${greeting(now, actor.zone)}, ${actor.user?.first_name ?? ""}`,
    company: actor.company?.name ?? null,
    belongs: actor.companies.length > 0,
    counts: actor.company ? await call(shortcuts, ctx, {}) : null,
    ...(actor.company ? await call(listInvitations, ctx, {}) : { invitations: [] }),
  };
}

export default function Dashboard() {
  const { hello, company, counts, belongs, invitations } = useLoaderData<typeof loader>();
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
