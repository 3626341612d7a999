import type { ColumnDef } from "@tanstack/react-table";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { DataTable } from "./table";

type Load = { id: number; volume: string; hauler: string | null };
const rows: Load[] = [
  { id: 1042, volume: "27.4 tons", hauler: "Manistee River Hauling" },
  { id: 1043, volume: "6.2 MBF", hauler: null },
];
const columns: ColumnDef<Load>[] = [
  {
    id: "number",
    header: "Number",
    meta: { sort: { href: "/trip-tickets?sort=number", now: null } },
    cell: ({ row }) => <a href={`/trip-tickets/${row.original.id}`}>{row.original.id}</a>,
  },
  {
    id: "volume",
    header: "Volume",
    meta: { numeric: true, sort: { href: "/trip-tickets?sort=volume", now: "descending" } },
    cell: ({ row }) => row.original.volume,
  },
  {
    id: "hauler",
    header: "Hauler",
    meta: { wide: true, isEmpty: (row) => !row.hauler },
    cell: ({ row }) => row.original.hauler ?? "—",
  },
  { id: "claim", header: () => <span className="sr">Claim</span>, cell: () => "Claim" },
];
const html = renderToStaticMarkup(
  <DataTable columns={columns} rows={rows} caption="Loads" rowId={(row) => String(row.id)} />,
);

describe("a table", () => {
  it("is whole in the server's HTML: caption, headers, every row", () => {
    expect(html).toContain('<caption class="sr">Loads</caption>');
    expect(html.match(/<tr>/g)).toHaveLength(3);
    expect(html).toContain('<a href="/trip-tickets/1042">1042</a>');
    expect(html).toContain('<a href="/trip-tickets/1043">1043</a>');
  });

  it("sorts by links, and tells which column it is sorted by and how", () => {
    expect(html).toContain('<th scope="col"><a href="/trip-tickets?sort=number">Number</a></th>');
    expect(html).toMatch(
      /<th scope="col" class="num" aria-sort="descending"><a href="[^"]+">Volume<span aria-hidden="true"> ↓/,
    );
    expect(html.match(/aria-sort/g)).toHaveLength(1);
  });

  it("carries each header in its cells, for the cards of a phone", () => {
    expect(html).toContain('<td class="num" data-label="Volume">27.4 tons</td>');
    expect(html.match(/data-label="Number"/g)).toHaveLength(2);
  });

  it("gives no label to a cell whose header is for readers alone", () => {
    expect(html).toContain("<td>Claim</td>");
  });

  it("leaves what a row does not have out of its card, and keeps the dash in the table", () => {
    expect(html).toContain('<td class="wide" data-label="Hauler">Manistee River Hauling</td>');
    expect(html).toContain('<td class="wide empty" data-label="Hauler">—</td>');
  });
});
