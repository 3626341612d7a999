import type { ColumnDef } from "@tanstack/react-table";
import { PRIORITY_NAMES } from "~/domain/tickets/trip-ticket";
import { Status } from "~/ui/status";
import { DataTable } from "~/ui/table";
import { paths } from "~/web/paths";
import { COLUMNS, type ColumnChoice, type ColumnKey, shownColumns } from "./list-columns";
import type { Sort } from "./list-query";
import type { TicketListRow } from "./list-rows.server";

export type TicketTablePage = {
  rows: TicketListRow[];
  query: string;
  sort: Sort;
  descending: boolean;
  sortable: boolean;
  columns: ColumnChoice;
  /** The picked tickets of this page; null where the reader picks none. */
  picked: readonly number[] | null;
};

/** The address that sorts by a column; by the same one again, the other way round. Starts from the first page. */
export function sortHref(query: string, sort: Sort, now: { sort: Sort; descending: boolean }): string {
  const params = new URLSearchParams(query);
  params.delete("page");
  params.set("sort", sort);
  const first = sort === "last_modified_at" || sort === "created_at";
  params.set("desc", now.sort === sort ? (now.descending ? "0" : "1") : first ? "1" : "0");
  return `${paths.tickets}?${params}`;
}

/** The address that shows a ticket in the panel beside the list. */
export function panelHref(query: string, id: number): string {
  const params = new URLSearchParams(query);
  params.set("selected", String(id));
  return `${paths.tickets}?${params}#panel`;
}

const SORTED_BY: Partial<Record<ColumnKey, Sort>> = {
  priority: "priority",
  created_at: "created_at",
  last_modified_at: "last_modified_at",
};
const NUMERIC: readonly ColumnKey[] = ["estimated_volume", "scaled_volume", "mileage"];
const WIDE: readonly ColumnKey[] = ["product_type", "comment"];

/** The form that the boxes of the table belong to, below the list. */
export const PICKING = "picking";

export function TicketTable({ page }: { page: TicketTablePage }) {
  const sorted = (sort: Sort | undefined) =>
    sort && (page.sortable || sort === "last_modified_at")
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
  const shown = shownColumns(page.columns);
  const { picked } = page;
  const columns: ColumnDef<TicketListRow>[] = [
    ...(picked ? [pickColumn(picked)] : []),
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
    {
      id: "id",
      header: "Id",
      cell: ({ row: { original: t } }) => (
        <a className="soft small" href={panelHref(page.query, t.id)} data-panel="">
          {t.id}
          <span className="sr">, ticket {t.number} beside the list</span>
        </a>
      ),
    },
    ...shown.map(
      (key): ColumnDef<TicketListRow> => ({
        id: key,
        header: headerOf(key, shown),
        meta: {
          ...sorted(SORTED_BY[key]),
          numeric: NUMERIC.includes(key),
          wide: WIDE.includes(key),
          isEmpty: (row) => key !== "status" && key !== "priority" && !row.cells[key],
        },
        cell: ({ row }) => cellOf(key, row.original, shown),
      }),
    ),
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

const pickColumn = (picked: readonly number[]): ColumnDef<TicketListRow> => ({
  id: "pick",
  header: () => <span className="sr">Select</span>,
  cell: ({ row: { original: t } }) => (
    <label className="check tick">
      <input type="checkbox" name="ids" value={t.id} form={PICKING} defaultChecked={picked.includes(t.id)} />
      <span className="sr">Select ticket {t.number}</span>
    </label>
  ),
});

/** A column that combines two is named after what they have in common. */
function headerOf(key: ColumnKey, shown: readonly ColumnKey[]): string {
  if (key === "estimated_volume" && !shown.includes("scaled_volume")) return "Volume";
  return COLUMNS.find((c) => c.key === key)?.label ?? key;
}

function cellOf(key: ColumnKey, t: TicketListRow, shown: readonly ColumnKey[]) {
  const text = t.cells[key];
  if (key === "status") return <Status id={t.status} />;
  if (key === "priority") return PRIORITY_NAMES[t.priority];
  if (!text) return "—";
  if (key === "hauler" && t.driver)
    return (
      <>
        {text} <span className="soft small block">{t.driver}</span>
      </>
    );
  if (key === "estimated_volume" && t.scaled && !shown.includes("scaled_volume"))
    return (
      <>
        {text}
        <span className="soft small"> scaled</span>
      </>
    );
  return key === "last_modified_at" ? <time dateTime={t.modified_at}>{text}</time> : text;
}
