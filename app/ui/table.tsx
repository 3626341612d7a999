import { createTable, getCoreRowModel, type TableState } from "@tanstack/react-table";
import type { ReactNode } from "react";

/** A column: its head, what a cell shows of a row, and what of a row it sorts by, where it does. */
export type TableColumn<Row> = {
  id: string;
  header: string | (() => ReactNode);
  cell: (row: Row) => ReactNode;
  accessorFn?: (row: Row) => unknown;
  enableSorting?: boolean;
  sortDescFirst?: boolean;
  numeric?: boolean;
  /** On a phone the cell takes the whole width of its card. */
  wide?: boolean;
  /** Names the column to the styles. */
  className?: string;
  /** The whole of a text that may be cut, told where one points at it. */
  title?: (row: Row) => string | undefined;
  /** Left out of the card where it has nothing to say. */
  isEmpty?: (row: Row) => boolean;
};

/** Which columns are shown, in which order, and what the rows that came are sorted by. */
export type Arranged = Partial<Pick<TableState, "columnOrder" | "columnVisibility" | "sorting">>;

const SORTED = { asc: { aria: "ascending", mark: " ↑" }, desc: { aria: "descending", mark: " ↓" } } as const;

/** What the engine is asked of a column. */
type Asked = { id: string; sorts: boolean | null; has: boolean; desc: boolean | null };
/** A column that is shown, what the rows are sorted by it now, and by what its header sorts next; null where it doesn't. */
type Shown = { id: string; now: false | "asc" | "desc"; next: "asc" | "desc" | null };

/** The engine arranges the columns and says which way a header sorts next. */
function arrange(asked: Asked[], arranged: Arranged, isSorting: boolean): Shown[] {
  const table = createTable<unknown>({
    data: [],
    columns: asked.map(({ id, sorts, has, desc }) => ({
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

/** Tables are arranged in a few ways, again and again: each is worked out once. */
const known = new Map<string, Shown[]>();
const MOST_KNOWN = 500;
function arrangedAs(columns: TableColumn<never>[], arranged: Arranged, isSorting: boolean): Shown[] {
  const asked = columns.map(({ id, accessorFn, enableSorting, sortDescFirst }) => ({
    id,
    sorts: enableSorting ?? null,
    has: accessorFn !== undefined,
    desc: sortDescFirst ?? null,
  }));
  const key = JSON.stringify([asked, arranged, isSorting]);
  const found = known.get(key);
  if (found) return found;
  if (known.size >= MOST_KNOWN) known.clear();
  const made = arrange(asked, arranged, isSorting);
  known.set(key, made);
  return made;
}

/**
 * A table whose HTML is whole on the server: headers that sort are links, and every cell carries its header
 * for the cards that rows become on a phone. The rows come sorted by the database and the engine never sees them: it would
 * make a thing of each cell, which took half of the table's time. A column with an accessor sorts unless it says
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
  arranged?: Arranged;
  /** The address that sorts by a column; without it, no header sorts. */
  sortHref?: (column: string, descending: boolean) => string;
  /** A look of its own, by a class of the table and of the box around it. */
  look?: string;
  /** Heads can be dragged by a script: where the choice of columns is posted to, and what it is now. */
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
