import { createTable, getCoreRowModel, type TableState } from "@tanstack/react-table";
import type { ReactNode } from "react";

/** A column: its header, how it displays a row's cell, and the value that the row is sorted by, if any. */
export type TableColumn<Row> = {
  id: string;
  header: string | (() => ReactNode);
  cell: (row: Row) => ReactNode;
  accessorFn?: (row: Row) => unknown;
  enableSorting?: boolean;
  sortDescFirst?: boolean;
  numeric?: boolean;
  /** True if the cell takes the full width of its card on a phone. */
  wide?: boolean;
  /** CSS class of the column. */
  className?: string;
  /** Full text of a cell that may be truncated, as its tooltip. */
  title?: (row: Row) => string | undefined;
  /** True if the row has no value here, so that the cell is omitted from its card. */
  isEmpty?: (row: Row) => boolean;
};

/** Visible columns, their order, and the current sort of the rows. */
export type ColumnState = Partial<Pick<TableState, "columnOrder" | "columnVisibility" | "sorting">>;

const SORTED = { asc: { aria: "ascending", mark: " ↑" }, desc: { aria: "descending", mark: " ↓" } } as const;

/** A column in the form that the table library needs. */
type Asked = { id: string; sorts: boolean | null; has: boolean; desc: boolean | null };
/** A visible column, its current sort, and the sort that a click on its header applies; null if it can't be sorted. */
type Shown = { id: string; now: false | "asc" | "desc"; next: "asc" | "desc" | null };

/** Use the table library to order the columns and to get each header's next sort. */
function arrange(requests: Asked[], arranged: ColumnState, isSorting: boolean): Shown[] {
  const table = createTable<unknown>({
    data: [],
    columns: requests.map(({ id, sorts, has, desc }) => ({
      id,
      ...(has && { accessorFn: () => null }),
      ...(sorts !== null && { enableSorting: sorts }),
      ...(desc !== null && { sortDescFirst: desc }),
    })),
    state: {},
    onStateChange: () => {},
    renderFallbackValue: null,
    enableSorting: isSorting,
    manualSorting: true,
    enableSortingRemoval: false,
    defaultColumn: { sortDescFirst: false },
    getCoreRowModel: getCoreRowModel(),
  });
  table.setOptions((options) => ({ ...options, state: { ...table.initialState, ...arranged } }));
  return table.getVisibleLeafColumns().map((column) => {
    const next = isSorting && column.getCanSort() ? column.getNextSortingOrder() : false;
    return { id: column.id, now: column.getIsSorted(), next: next || null };
  });
}

/** Cache of column arrangements, because the same few are used repeatedly. */
const known = new Map<string, Shown[]>();
const MAX_KNOWN = 500;
function arrangedAs(columns: TableColumn<never>[], arranged: ColumnState, isSorting: boolean): Shown[] {
  const requests = columns.map(({ id, accessorFn, enableSorting, sortDescFirst }) => ({
    id,
    sorts: enableSorting ?? null,
    has: accessorFn !== undefined,
    desc: sortDescFirst ?? null,
  }));
  const key = JSON.stringify([requests, arranged, isSorting]);
  const showns = known.get(key);
  if (showns) return showns;
  if (known.size >= MAX_KNOWN) known.clear();
  const created = arrange(requests, arranged, isSorting);
  known.set(key, created);
  return created;
}

/**
 * A table that is complete in the server's HTML. Headers sort by links. Every cell repeats its header as a label,
 * because rows become cards on a phone. The database sorts the rows. Rows aren't passed to the table library, because
 * its object per cell took half of the rendering time. A column with an accessor can be sorted unless it has
 * `enableSorting: false`.
 */
export function DataTable<Row>({
  columns,
  rows,
  caption,
  rowId,
  arranged = {},
  sortHref,
  look,
  dragged,
}: {
  columns: TableColumn<Row>[];
  rows: Row[];
  caption: string;
  rowId: (row: Row) => string;
  arranged?: ColumnState;
  /** Return the URL that sorts by a column. Without this function, no column can be sorted. */
  sortHref?: (column: string, descending: boolean) => string;
  /** CSS class of the table and its wrapper, for a custom style. */
  look?: string;
  /** Data for a script that makes headers draggable: URL for saving the columns' order, and the current columns. */
  dragged?: { to: string; order: readonly string[]; visible: readonly string[] };
}) {
  const byId = new Map(columns.map((column) => [column.id, column]));
  const shown = arrangedAs(columns, arranged, sortHref !== undefined).flatMap(({ id, now, next }) => {
    const column = byId.get(id);
    return column ? [{ ...column, now, next }] : [];
  });
  return (
    <div className={look ? `tablewrap ${look}` : "tablewrap"}>
      <table className="cards">
        <caption className="sr">{caption}</caption>
        <thead>
          <tr
            data-columns={dragged?.to}
            data-order={dragged?.order.join(",")}
            data-visible={dragged?.visible.join(",")}
          >
            {shown.map(({ id, numeric, className, header, now, next }) => {
              const label = typeof header === "function" ? header() : header;
              return (
                <th
                  key={id}
                  scope="col"
                  className={[numeric ? "num" : "", className ?? ""].filter(Boolean).join(" ") || undefined}
                  data-column={dragged?.order.includes(id) ? id : undefined}
                  aria-sort={now ? SORTED[now].aria : undefined}
                >
                  {sortHref && next ? (
                    <a href={sortHref(id, next === "desc")}>
                      {label}
                      {now ? <span aria-hidden="true">{SORTED[now].mark}</span> : null}
                    </a>
                  ) : (
                    label
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowId(row)}>
              {shown.map(({ id, header, cell, ...column }) => (
                <td
                  key={id}
                  className={
                    [
                      column.numeric ? "num" : "",
                      column.wide ? "wide" : "",
                      column.className ?? "",
                      column.isEmpty?.(row) ? "empty" : "",
                    ]
                      .filter(Boolean)
                      .join(" ") || undefined
                  }
                  title={column.title?.(row)}
                  data-label={typeof header === "string" && header ? header : undefined}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
