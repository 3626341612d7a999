import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PageHead, Time } from "~/ui/parts";
import { createUserContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { listLeads } from "../data/leads.server";
import { LEAD_FILTER_LABELS, LEAD_FILTERS, parseAdminListQuery, readListPage } from "../rules/lists";
import { AdminList, AdminTable } from "../ui/list-parts";

export const meta: MetaFunction = () => [{ title: "Leads · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createUserContext(args);
  const { page: asked, unreadable, ...what } = parseAdminListQuery(args.request.url, LEAD_FILTERS);
  const { list, page } = await readListPage(asked, (part) =>
    callProcedure(listLeads, ctx, { ...what, ...part }),
  );
  return {
    unreadable,
    asked: { q: what.q, show: what.show ?? ("waiting" as const), sort: what.sort ?? "newest" },
    page,
    total: list.meta.total,
    rows: list.leads,
  };
}

/** Subscription requests, waiting ones marked. */
export default function Leads() {
  const { asked, page, total, rows, unreadable } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Leads" lede="People who asked to hear about a company subscription." />
      <AdminList
        pathname="/admin/leads"
        noun="lead"
        label="Company, name, email or phone"
        asked={asked}
        unreadable={unreadable}
        shown={LEAD_FILTER_LABELS}
        total={total}
        page={page}
      >
        <AdminTable
          caption="Leads"
          rows={rows}
          columns={[
            {
              label: "Company",
              of: (l) => (
                <>
                  <a href={`/admin/leads/${l.id}`}>{l.company_name}</a>{" "}
                  {l.is_late ? <span className="tag amber">Waiting too long</span> : null}{" "}
                  {l.is_answered ? <span className="tag">Answered</span> : null}
                </>
              ),
            },
            { label: "Name", of: (l) => l.name },
            { label: "Email", of: (l) => l.email },
            { label: "Phone", of: (l) => l.phone },
            { label: "Asked", of: (l) => <Time {...l.asked} /> },
          ]}
        />
      </AdminList>
    </>
  );
}
