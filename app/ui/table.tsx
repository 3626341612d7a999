import {
  type ColumnDef,
  flexRender,
  getCoreRowModel,
  type RowData,
  type TableState,
  useReactTable,
} from "@tanstack/react-table";

declare module "@tanstack/react-table" {
  // The parameters are the library's: an augmentation must repeat them.
  interface ColumnMeta<TData extends RowData, TValue> {
    numeric?: boolean;
    /** On a phone the cell takes the whole width of its card. */
    wide?: boolean;
    /** Names the column to the styles. */
    className?: string;
    /** The whole of a text that may be cut, told where one points at it. */
    title?: (row: TData, value?: TValue) => string | undefined;
    /** Left out of the card where it has nothing to say. */
    isEmpty?: (row: TData, value?: TValue) => boolean;
  }
}

/** Which columns are shown, in which order, and what the rows that came are sorted by. */
export type Arranged = Partial<Pick<TableState, "columnOrder" | "columnVisibility" | "sorting">>;

const SORTED = { asc: { aria: "ascending", mark: " ↑" }, desc: { aria: "descending", mark: " ↓" } } as const;

/**
 * A table whose HTML is whole on the server: headers that sort are links, and every cell carries its header
 * for the cards that rows become on a phone. The engine arranges the columns and says which way a header sorts next; the
 * rows come sorted by the database. A column with an accessor sorts unless it says `enableSorting: false`.
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
  // tanstack's own way to say "a column of any value".
  columns: ColumnDef<Row>[];
  rows: Row[];
  caption: string;
  rowId: (row: Row) => string;
  arranged?: Arranged;
  /** The address that sorts by a column; where there is none, no header sorts. */
  sortHref?: (column: string, descending: boolean) => string;
  /** A look of its own, by a class of the table and of the box around it. */
  look?: string;
  /** Heads can be dragged by a script: where the choice of columns is posted to, and what it is now. */
  dragged?: { to: string; order: readonly string[]; visible: readonly string[] };
}) {
  const table = useReactTable({
    data: rows,
    columns,
    state: arranged,
    enableSorting: sortHref !== undefined,
    manualSorting: true,
    enableSortingRemoval: false,
    defaultColumn: { sortDescFirst: false },
    getCoreRowModel: getCoreRowModel(),
    getRowId: rowId,
  });
  return (
    <div className={look ? `tablewrap ${look}` : "tablewrap"}>
      <table className="cards">
        <caption className="sr">{caption}</caption>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr
              key={group.id}
              data-columns={dragged?.to}
              data-order={dragged?.order.join(",")}
              data-visible={dragged?.visible.join(",")}
            >
              {group.headers.map(({ id, column, getContext }) => {
                const { numeric, className } = column.columnDef.meta ?? {};
                const now = column.getIsSorted();
                const label = flexRender(column.columnDef.header, getContext());
                return (
                  <th
                    key={id}
                    scope="col"
                    className={[numeric ? "num" : "", className ?? ""].filter(Boolean).join(" ") || undefined}
                    data-column={dragged?.order.includes(id) ? id : undefined}
                    aria-sort={now ? SORTED[now].aria : undefined}
                  >
                    {sortHref && column.getCanSort() ? (
                      <a href={sortHref(column.id, column.getNextSortingOrder() === "desc")}>
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
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id}>
              {row.getVisibleCells().map(({ id, column, getContext }) => {
                const { header, meta } = column.columnDef;
                const classes = [
                  meta?.numeric ? "num" : "",
                  meta?.wide ? "wide" : "",
                  meta?.className ?? "",
                  meta?.isEmpty?.(row.original) ? "empty" : "",
                ]
                  .filter(Boolean)
                  .join(" ");
                return (
                  <td
                    key={id}
                    className={classes || undefined}
                    title={meta?.title?.(row.original)}
                    data-label={typeof header === "string" && header ? header : undefined}
                  >
                    {flexRender(column.columnDef.cell, getContext())}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
