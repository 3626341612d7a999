import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { count } from "~/domain/text/text";
import { greeting } from "~/domain/time/time";
import { shortcuts } from "~/features/trip-tickets/shortcuts.server";
import { PageHead } from "~/ui/parts";
import { userContext } from "~/web/context.server";
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
  };
}

export default function Dashboard() {
  const { hello, company, counts, belongs } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={hello} lede={company} />
      {counts ? (
        <ul className="shortcuts">
          {counts.map((c) => (
            <li key={c.href}>
              <a href={c.href}>
                <strong>{c.title}</strong>
                <span>{c.count === null ? c.words : count(c.count, "load")}</span>
              </a>
            </li>
          ))}
        </ul>
      ) : (
        <p>
          {belongs ? "Choose the company you work for now: " : "You do not belong to a company yet: "}
          <a href="/companies">Companies</a>
        </p>
      )}
    </>
  );
}
