import {
  type ColumnDef,
  flexRender,
  getCoreRowModel,
  type RowData,
  useReactTable,
} from "@tanstack/react-table";

declare module "@tanstack/react-table" {
  // The parameters are the library's: an augmentation must repeat them.
  interface ColumnMeta<TData extends RowData, TValue> {
    numeric?: boolean;
    /** On a phone the cell takes the whole width of its card. */
    wide?: boolean;
    /** The address that sorts by this column, and how it is sorted now. */
    sort?: { href: string; now: "ascending" | "descending" | null };
    /** Left out of the card where it has nothing to say. */
    isEmpty?: (row: TData, value?: TValue) => boolean;
  }
}

/**
 * A table whose HTML is whole on the server: headers that sort are links, and every cell carries its header
 * for the cards that rows become on a phone.
 */
export function DataTable<Row>({
  columns,
  rows,
  caption,
  rowId,
}: {
  // tanstack's own way to say "a column of any value".
  columns: ColumnDef<Row>[];
  rows: Row[];
  caption: string;
  rowId: (row: Row) => string;
}) {
  const table = useReactTable({ data: rows, columns, getCoreRowModel: getCoreRowModel(), getRowId: rowId });
  return (
    <div className="tablewrap">
      <table className="cards">
        <caption className="sr">{caption}</caption>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map(({ id, column, getContext }) => {
                const { sort, numeric } = column.columnDef.meta ?? {};
                const label = flexRender(column.columnDef.header, getContext());
                return (
                  <th
                    key={id}
                    scope="col"
                    className={numeric ? "num" : undefined}
                    aria-sort={sort?.now ?? undefined}
                  >
                    {sort ? (
                      <a href={sort.href}>
                        {label}
                        {sort.now ? (
                          <span aria-hidden="true">{sort.now === "ascending" ? " ↑" : " ↓"}</span>
                        ) : null}
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
                  meta?.isEmpty?.(row.original) ? "empty" : "",
                ]
                  .filter(Boolean)
                  .join(" ");
                return (
                  <td
                    key={id}
                    className={classes || undefined}
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
