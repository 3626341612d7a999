import type { ColumnDef } from "@tanstack/react-table";
import { Status } from "~/ui/status";
import { DataTable } from "~/ui/table";
import { paths } from "~/web/paths";
import type { TicketListRow } from "./list.server";
import type { Sort } from "./list-query";
import { PRIORITY_NAMES } from "./trip-ticket";

type Page = { rows: TicketListRow[]; query: string; sort: Sort; descending: boolean; sortable: boolean };

/** The address that sorts by a column; by the same one again, the other way round. Starts from the first page. */
export function sortHref(query: string, sort: Sort, now: { sort: Sort; descending: boolean }): string {
  const params = new URLSearchParams(query);
  params.delete("page");
  params.set("sort", sort);
  const first = sort === "last_modified_at" || sort === "created_at";
  params.set("desc", now.sort === sort ? (now.descending ? "0" : "1") : first ? "1" : "0");
  return `${paths.tickets}?${params}`;
}

export function TicketTable({ page }: { page: Page }) {
  const sorted = (sort: Sort) =>
    page.sortable || sort === "last_modified_at"
      ? {
          sort: {
            href: sortHref(page.query, sort, page),
            now:
              page.sort === sort
                ? page.descending
                  ? ("descending" as const)
                  : ("ascending" as const)
                : null,
          },
        }
      : {};
  const columns: ColumnDef<TicketListRow>[] = [
    {
      id: "number",
      header: "Number",
      meta: sorted("number"),
      cell: ({ row: { original: t } }) => (
        <a className="rowlink" href={paths.ticket(t.id)}>
          {t.number}
        </a>
      ),
    },
    { id: "status", header: "Status", cell: ({ row }) => <Status id={row.original.status} /> },
    {
      id: "priority",
      header: "Priority",
      meta: sorted("priority"),
      cell: ({ row }) => PRIORITY_NAMES[row.original.priority],
    },
    { id: "job", header: "Job", cell: ({ row }) => row.original.job },
    { id: "product", header: "Product", meta: { wide: true }, cell: ({ row }) => row.original.product },
    { id: "destination", header: "Destination", cell: ({ row }) => row.original.destination },
    {
      id: "hauler",
      header: "Hauler",
      meta: { isEmpty: (row) => !row.hauler },
      cell: ({ row: { original: t } }) =>
        t.hauler ? (
          <>
            {t.hauler}
            {t.driver ? (
              <>
                {" "}
                <span className="soft small block">{t.driver}</span>
              </>
            ) : null}
          </>
        ) : (
          "—"
        ),
    },
    {
      id: "volume",
      header: "Volume",
      meta: { numeric: true },
      cell: ({ row: { original: t } }) => (
        <>
          {t.volume}
          {t.scaled ? <span className="soft small"> scaled</span> : null}
        </>
      ),
    },
    {
      id: "modified",
      header: "Last change",
      meta: sorted("last_modified_at"),
      cell: ({ row: { original: t } }) => <time dateTime={t.modified.at}>{t.modified.text}</time>,
    },
  ];
  if (page.rows.some((row) => row.mayClaim))
    columns.push({
      id: "claim",
      header: () => <span className="sr">Claim</span>,
      meta: { wide: true, isEmpty: (row) => !row.mayClaim },
      cell: ({ row: { original: t } }) =>
        t.mayClaim ? (
          <a className="button" href={paths.ticketVerb(t.id, "claim")}>
            Claim<span className="sr"> ticket {t.number}</span>
          </a>
        ) : null,
    });
  return <DataTable columns={columns} rows={page.rows} caption="Trip tickets" rowId={(t) => String(t.id)} />;
}
