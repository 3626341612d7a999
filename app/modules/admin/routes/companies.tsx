import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatDay, getDay } from "~/lib/time/time";
import { PageHead } from "~/ui/parts";
import { createUserContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { listAllCompanies } from "../data/companies.server";
import { COMPANY_FILTER_LABELS, COMPANY_FILTERS, parseAdminListQuery, readListPage } from "../rules/lists";
import { AdminList, AdminTable } from "../ui/list-parts";

export const meta: MetaFunction = () => [{ title: "Companies · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createUserContext(args);
  const { page: asked, unreadable, ...what } = parseAdminListQuery(args.request.url, COMPANY_FILTERS);
  const { list, page } = await readListPage(asked, (part) =>
    callProcedure(listAllCompanies, ctx, { ...what, ...part }),
  );
  return {
    unreadable,
    asked: { q: what.q, show: what.show ?? ("all" as const), sort: what.sort ?? "newest" },
    page,
    total: list.meta.total,
    rows: list.companies.map((c) => ({
      ...c,
      created: formatDay(getDay(new Date(c.created_at), ctx.actor.zone)),
    })),
  };
}

/** All companies of the site. */
export default function Companies() {
  const { asked, page, total, rows, unreadable } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Companies" />
      <AdminList
        pathname="/admin/companies"
        noun="company"
        many="companies"
        label="Name or number"
        asked={asked}
        unreadable={unreadable}
        shown={COMPANY_FILTER_LABELS}
        total={total}
        page={page}
      >
        <AdminTable
          caption="Companies"
          rows={rows}
          columns={[
            {
              label: "Name",
              of: (c) => (
                <>
                  <a href={`/admin/companies/${c.id}`}>{c.name}</a>{" "}
                  <span className="soft small block">
                    {[`No. ${c.id}`, c.city, c.is_contact ? "contact" : ""].filter(Boolean).join(", ")}
                  </span>
                </>
              ),
            },
            { label: "Roles", of: (c) => c.roles.join(", ") || "—" },
            { label: "Plan", of: (c) => (c.is_professional ? "Professional" : "—") },
            { label: "Features", of: (c) => c.feature_ids.join(", ") || "—" },
            { label: "People", num: true, of: (c) => c.employee_count.toLocaleString("en-US") },
            { label: "Make jobs", num: true, of: (c) => c.job_creator_count.toLocaleString("en-US") },
            { label: "Loads hauled", num: true, of: (c) => c.trip_tickets_hauled.toLocaleString("en-US") },
            { label: "Since", day: true, of: (c) => c.created },
          ]}
        />
      </AdminList>
    </>
  );
}
