import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { createFilterReader } from "~/lib/text/unreadable-filter";
import { parsePage } from "~/modules/jobs/rules/page-of";
import { getStatusLabel } from "~/modules/trip-tickets/rules/trip-ticket";
import { listTickets } from "~/modules/trip-tickets/shared/list.server";
import { createBreadcrumbHandle } from "~/ui/naming";
import { Pagination } from "~/ui/pagination";
import { EmptyState } from "~/ui/parts";
import { UnreadableFilter } from "~/ui/unreadable-filter";
import { callProcedure } from "~/web/form-action.server";
import { buildViewAsPath, loadViewAsContext } from "../data/see-as.server";
import { ViewAsLayout } from "../ui/impersonation-banner";
import { AdminTable } from "../ui/list-parts";

export const meta: MetaFunction = () => [{ title: "Their trip tickets · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const { eyes, id, name } = await loadViewAsContext(args);
  const reader = createFilterReader(args.request.url);
  const job = reader.id("job", "Job");
  const list = await callProcedure(listTickets, eyes, {
    page: parsePage(args.request.url),
    ...(job ? { job_ids: [job] } : {}),
  });
  return {
    unreadable: reader.unreadable,
    id,
    name,
    path: buildViewAsPath(id),
    query: job ? `job=${job}` : "",
    rows: list.rows.map(({ id: ticket, called, status, cells }) => ({ id: ticket, called, status, cells })),
    total: list.total,
    page: list.page,
    pageSize: list.pageSize,
  };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/admin/companies/:companyId": ({ name }) => name,
});

/** Page of the loads that a company sees. */
export default function ViewAsTicketsPage() {
  const { id, name, path, query, rows, total, page, pageSize, unreadable } = useLoaderData<typeof loader>();
  return (
    <ViewAsLayout id={id} name={name} room="trip-tickets">
      {unreadable.length ? (
        <UnreadableFilter parts={unreadable} />
      ) : rows.length ? (
        <>
          <AdminTable
            caption={`Trip tickets that ${name} sees`}
            rows={rows}
            columns={[
              { label: "Number", of: (t) => <a href={`${path}/trip-tickets/${t.id}`}>{t.called}</a> },
              { label: "Status", of: (t) => getStatusLabel(t.status) },
              { label: "Job", of: (t) => t.cells.job ?? "—" },
              { label: "Product", of: (t) => t.cells.product_type ?? "—" },
              { label: "Destination", of: (t) => t.cells.destination ?? "—" },
              { label: "Hauler", of: (t) => t.cells.hauler ?? "—" },
              { label: "Volume", num: true, of: (t) => t.cells.estimated_volume ?? "—" },
            ]}
          />
          <Pagination
            pathname={`${path}/trip-tickets`}
            query={query}
            page={page}
            pageSize={pageSize}
            total={total}
            noun="ticket"
          />
        </>
      ) : (
        <EmptyState title={`${name} doesn't see any loads here`} next={null} />
      )}
    </ViewAsLayout>
  );
}
