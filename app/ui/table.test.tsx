import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { type ColumnState, DataTable, type TableColumn } from "./table";

type Load = { id: number; volume: string; hauler: string | null };
const rows: Load[] = [
  { id: 1042, volume: "27.4 tons", hauler: "Manistee River Hauling" },
  { id: 1043, volume: "6.2 MBF", hauler: null },
];
const columns: TableColumn<Load>[] = [
  {
    id: "number",
    header: "Number",
    accessorFn: (row) => row.id,
    cell: (row) => <a href={`/trip-tickets/${row.id}`}>{row.id}</a>,
  },
  {
    id: "volume",
    header: "Volume",
    accessorFn: (row) => row.volume,
    numeric: true,
    cell: (row) => row.volume,
  },
  {
    id: "hauler",
    header: "Hauler",
    wide: true,
    isEmpty: (row) => !row.hauler,
    cell: (row) => row.hauler ?? "—",
  },
  { id: "claim", header: () => <span className="sr">Claim</span>, cell: () => "Claim" },
];
const table = (arranged: ColumnState) =>
  renderToStaticMarkup(
    <DataTable
      columns={columns}
      rows={rows}
      caption="Loads"
      rowId={(row) => String(row.id)}
      arranged={arranged}
      sortHref={(column, down) => `/loads?sort=${column}&desc=${down ? 1 : 0}`}
    />,
  );
const html = table({ sorting: [{ id: "volume", desc: true }] });

describe("a table", () => {
  it("is complete in the server's HTML: caption, headers and every row", () => {
    expect(html).toContain('<caption class="sr">Loads</caption>');
    expect(html.match(/<tr>/g)).toHaveLength(3);
    expect(html).toContain('<a href="/trip-tickets/1042">1042</a>');
    expect(html).toContain('<a href="/trip-tickets/1043">1043</a>');
  });

  it("has header links that sort, and marks the sorted column and its direction", () => {
    expect(html).toContain('<th scope="col"><a href="/loads?sort=number&amp;desc=0">Number</a></th>');
    expect(html).toMatch(
      /<th scope="col" class="num" aria-sort="descending"><a href="\/loads\?sort=volume&amp;desc=0">Volume<span aria-hidden="true"> ↓/,
    );
    expect(table({ sorting: [{ id: "volume", desc: false }] })).toContain("/loads?sort=volume&amp;desc=1");
    expect(html).toContain('<th scope="col">Hauler</th>');
    expect(html.match(/aria-sort/g)).toHaveLength(1);
  });

  it("shows the selected columns in the selected order, without reordering rows", () => {
    const chosen = table({
      columnOrder: ["hauler", "number"],
      columnVisibility: { volume: false },
      sorting: [{ id: "number", desc: true }],
    });
    expect([...chosen.matchAll(/data-label="(\w+)"/g)].map((m) => m[1])).toEqual([
      ...["Hauler", "Number"],
      ...["Hauler", "Number"],
    ]);
    expect(chosen).not.toContain("27.4");
    expect(chosen.indexOf("1042")).toBeLessThan(chosen.indexOf("1043"));
  });

  it("repeats each column's header as a label in its cells, for the cards shown on a phone", () => {
    expect(html).toContain('<td class="num" data-label="Volume">27.4 tons</td>');
    expect(html.match(/data-label="Number"/g)).toHaveLength(2);
  });

  it("gives no label to a cell whose header is only for screen readers", () => {
    expect(html).toContain("<td>Claim</td>");
  });

  it("marks an empty cell so that a phone's card omits it, and shows a dash in the table", () => {
    expect(html).toContain('<td class="wide" data-label="Hauler">Manistee River Hauling</td>');
    expect(html).toContain('<td class="wide empty" data-label="Hauler">—</td>');
  });
});
