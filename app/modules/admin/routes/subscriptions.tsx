import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatDay, getDay } from "~/lib/time/time";
import { PageHead } from "~/ui/parts";
import { createUserContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { listSubscriptions } from "../data/subscriptions.server";
import {
  parseAdminListQuery,
  readListPage,
  SUBSCRIPTION_FILTER_LABELS,
  SUBSCRIPTION_FILTERS,
} from "../rules/lists";
import { describeSubscription } from "../rules/subscription-words";
import { AdminList, AdminTable } from "../ui/list-parts";

export const meta: MetaFunction = () => [{ title: "Subscriptions · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createUserContext(args);
  const { page: asked, unreadable, ...what } = parseAdminListQuery(args.request.url, SUBSCRIPTION_FILTERS);
  const { list, page } = await readListPage(asked, (part) =>
    callProcedure(listSubscriptions, ctx, { ...what, ...part }),
  );
  const day = (instant: string) => formatDay(getDay(new Date(instant), ctx.actor.zone));
  return {
    unreadable,
    asked: { q: what.q, show: what.show ?? ("all" as const), sort: what.sort ?? "newest" },
    page,
    total: list.meta.total,
    rows: list.subscriptions.map((s) => ({ ...s.company, ...describeSubscription(s, day) })),
  };
}

/** Companies with a current or past subscription, and those granted a plan. */
export default function Subscriptions() {
  const { asked, page, total, rows, unreadable } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Subscriptions" />
      <AdminList
        pathname="/admin/subscriptions"
        noun="subscription"
        label="Company or number"
        asked={asked}
        unreadable={unreadable}
        shown={SUBSCRIPTION_FILTER_LABELS}
        total={total}
        page={page}
      >
        <AdminTable
          caption="Subscriptions"
          rows={rows}
          columns={[
            {
              label: "Company",
              of: (s) => (
                <>
                  <a href={`/admin/companies/${s.id}`}>{s.name}</a>{" "}
                  {s.needs ? <span className="tag amber">{s.needs}</span> : null}
                </>
              ),
            },
            { label: "Plan", of: (s) => s.plan },
            { label: "State", of: (s) => s.state },
            { label: "From Stripe", of: (s) => s.pulled },
          ]}
        />
      </AdminList>
    </>
  );
}
