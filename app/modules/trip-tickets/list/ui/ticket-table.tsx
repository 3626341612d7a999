import "~/styles/claimable.css";
import { Status } from "~/ui/status";
import { DataTable, type TableColumn } from "~/ui/table";
import { ProductIcon } from "~/ui/wood";
import { paths } from "~/web/paths";
import { isDescendingByDefault, TICKET_SORTS, type TicketSort } from "../../rules/list-query";
import { PRIORITY, PRIORITY_LABELS } from "../../rules/trip-ticket";
import type { TicketListRow } from "../data/list-rows.server";
import {
  type ColumnChoice,
  type ColumnKey,
  DEFAULT_COLUMN_CHOICE,
  getShownColumns,
  LIST_COLUMNS,
  toColumnVisibility,
} from "../rules/list-columns";

export type TicketTablePage = {
  rows: TicketListRow[];
  query: string;
  sort: TicketSort;
  descending: boolean;
  sortable: boolean;
  columns: ColumnChoice;
  /** The selected tickets of this page; null if the reader can't select any. */
  picked: readonly number[] | null;
};

/** Return the URL that sorts by a column, starting from the first page. */
function sortHref(query: string, sort: TicketSort, descending: boolean): string {
  const params = new URLSearchParams(query);
  params.delete("page");
  params.set("sort", sort);
  params.set("desc", descending ? "1" : "0");
  return `${paths.tickets}?${params}`;
}

/** Return the URL that shows a ticket in the panel next to the list. */
function buildPanelHref(query: string, id: number): string {
  const params = new URLSearchParams(query);
  params.set("selected", String(id));
  return `${paths.tickets}?${params}#panel`;
}

/** Return the sort order for a column: its own name, or "volume" if scaled and estimated volumes share the column. */
function sortOf(column: string, shown: readonly ColumnKey[]): TicketSort | undefined {
  const name = column === "estimated_volume" && !shown.includes("scaled_volume") ? "volume" : column;
  return TICKET_SORTS.find((sort) => sort === name);
}
const NUMERIC: readonly ColumnKey[] = ["estimated_volume", "scaled_volume", "mileage"];
const WIDE: readonly ColumnKey[] = ["product_type", "comment"];
/** Columns of names and sentences: truncated at the edge of the window, with the full text on hover. */
const CUT: readonly ColumnKey[] = [
  ...(["job", "product_type", "destination", "cutter", "skidder"] as const),
  ...(["hauler", "hauler_user", "certification", "comment"] as const),
];
/** Check whether the user added a column; a card on a phone shows added columns after a few default ones. */
const ADDED = (key: ColumnKey) => !DEFAULT_COLUMN_CHOICE.visible.includes(key);
/** Maximum number of columns that fit side by side on a desktop; with more columns, the table scrolls sideways. */
const FIT = 8;

/** CSS classes of a column, including how it may be displayed. */
const classOf = (key: ColumnKey) =>
  [`c-${key}`, CUT.includes(key) ? "cut" : "", ADDED(key) ? "added" : ""].filter(Boolean).join(" ");

/** Id of the form below the list that the table's checkboxes belong to. */
export const SELECTION_FORM_ID = "picking";

export function TicketTable({ page }: { page: TicketTablePage }) {
  const { picked, query, sort, descending, sortable } = page;
  const shown = getShownColumns(page.columns);
  const sorts = (column: string) => {
    const by = sortOf(column, shown);
    return {
      enableSorting: by !== undefined && (sortable || by === "last_modified_at"),
      sortDescFirst: by !== undefined && isDescendingByDefault(by),
    };
  };
  const columns: TableColumn<TicketListRow>[] = [
    pickColumn(picked ?? []),
    {
      id: "number",
      header: "Number",
      accessorFn: (t) => t.number,
      ...sorts("number"),
      className: "c-number",
      cell: (t) => (
        <>
          <a className="rowlink" href={paths.ticket(t.name)}>
            {t.called}
          </a>
          {t.priority === PRIORITY.high && !shown.includes("priority") ? (
            <span className="high"> High</span>
          ) : null}
        </>
      ),
    },
    {
      id: "id",
      header: "Id",
      className: "c-id",
      cell: (t) => (
        <a className="soft small" href={buildPanelHref(query, t.id)} data-panel="">
          {t.id}
          <span className="sr">, ticket {t.called} beside the list</span>
        </a>
      ),
    },
    ...LIST_COLUMNS.map(
      ({ key }): TableColumn<TicketListRow> => ({
        id: key,
        header: headerOf(key, shown),
        accessorFn: (t) => t.cells[key],
        ...sorts(key),
        numeric: NUMERIC.includes(key),
        wide: WIDE.includes(key),
        className: classOf(key),
        title: (row) => (CUT.includes(key) ? wholeOf(key, row) : undefined),
        isEmpty: (row) => key !== "status" && key !== "priority" && !row.cells[key],
        cell: (row) => {
          const cell =
            key === "job" && row.place ? (
              <>
                {cellOf(key, row, shown)} <span className="place">{row.place}</span>
              </>
            ) : (
              cellOf(key, row, shown)
            );
          return CUT.includes(key) ? <span>{cell}</span> : cell;
        },
      }),
    ),
    {
      id: "claim",
      header: () => <span className="sr">Claim</span>,
      className: "c-claim",
      isEmpty: (row) => !row.mayClaim,
      cell: (t) =>
        t.mayClaim ? (
          <a className="button" href={paths.ticketVerb(t.id, "claim")}>
            Claim<span className="sr"> ticket {t.called}</span>
          </a>
        ) : null,
    },
  ];
  const sorted = columns.find(({ id }) => sortOf(id, shown) === sort);
  return (
    <DataTable
      columns={columns}
      rows={page.rows}
      caption="Trip tickets"
      rowId={(t) => String(t.id)}
      arranged={{
        columnOrder: ["pick", "number", "id", ...page.columns.order, "claim"],
        columnVisibility: {
          ...toColumnVisibility(page.columns.visible),
          pick: picked !== null,
          claim: page.rows.some((row) => row.mayClaim),
        },
        sorting: sorted ? [{ id: sorted.id, desc: descending }] : [],
      }}
      sortHref={(column, down) => sortHref(query, sortOf(column, shown) ?? sort, down)}
      dragged={{ to: paths.columns, ...page.columns }}
      look={shown.length > FIT ? "loads many" : "loads"}
    />
  );
}

const pickColumn = (picked: readonly number[]): TableColumn<TicketListRow> => ({
  id: "pick",
  header: () => (
    <>
      <span className="sr">Select</span>{" "}
      <label className="check tick" data-pick-all="" hidden>
        <input type="checkbox" />
        <span className="sr">Select all rows on this page</span>
      </label>
    </>
  ),
  className: "c-pick",
  cell: (t) => (
    <label className="check tick">
      <input
        type="checkbox"
        name="ids"
        value={t.id}
        form={SELECTION_FORM_ID}
        defaultChecked={picked.includes(t.id)}
      />
      <span className="sr">Select ticket {t.called}</span>
    </label>
  ),
});

/** Return the header of a column; for two combined columns, their common term. */
function headerOf(key: ColumnKey, shown: readonly ColumnKey[]): string {
  if (key === "estimated_volume" && !shown.includes("scaled_volume")) return "Volume";
  return LIST_COLUMNS.find((c) => c.key === key)?.label ?? key;
}

/** Return the full text of a cell that may be truncated; undefined for a text that is short enough. */
function wholeOf(key: ColumnKey, t: TicketListRow): string | undefined {
  const text = [t.cells[key], key === "hauler" ? t.driver : null].filter(Boolean).join(", ");
  return text.length > 14 ? text : undefined;
}

function cellOf(key: ColumnKey, t: TicketListRow, shown: readonly ColumnKey[]) {
  const text = t.cells[key];
  if (key === "status") return <Status id={t.status} />;
  if (key === "priority") return PRIORITY_LABELS[t.priority];
  if (!text) return "—";
  if (key === "product_type")
    return (
      <>
        <ProductIcon of={t.wood} />
        {text}
      </>
    );
  if (key === "hauler" && t.driver)
    return (
      <>
        {text}
        <span className="soft">, {t.driver}</span>
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
