import { Time } from "~/ui/parts";
import { DataTable } from "~/ui/table";
import { paths } from "~/web/paths";

type Entry = {
  id: number;
  when: { at: string; text: string };
  what: string;
  ticket: number | null;
  cutter: string | null;
  skidder: string | null;
  words: string;
  may_edit: boolean;
  may_delete: boolean;
};
type Sort = "created_at" | "volume" | "cutter" | "skidder";

/** What came and went of a product, sorted by any column, each entry with its Edit where it is the reader's. */
export function LandingTable(props: {
  job: number;
  name: string;
  rows: Entry[];
  sort: Sort;
  descending: boolean;
}) {
  const { job, rows, sort, descending } = props;
  return (
    <DataTable<Entry>
      caption={`Inventory of ${props.name}`}
      rows={rows}
      rowId={(row) => String(row.id)}
      arranged={{ sorting: [{ id: sort, desc: descending }] }}
      sortHref={(column, down) => `${paths.job(job, "landing")}?sort=${column}&descending=${down ? 1 : 0}`}
      columns={[
        {
          id: "created_at",
          header: "Date",
          accessorFn: (row) => row.when.at,
          sortDescFirst: true,
          meta: { wide: true },
          cell: ({ row }) => <Time {...row.original.when} />,
        },
        {
          id: "what",
          header: "What",
          cell: ({ row: { original: r } }) =>
            r.ticket === null ? r.what : <a href={paths.ticket(r.ticket)}>{r.what}</a>,
        },
        {
          id: "cutter",
          header: "Cutter",
          accessorFn: (row) => row.cutter,
          sortDescFirst: true,
          cell: ({ row }) => row.original.cutter ?? "—",
        },
        {
          id: "skidder",
          header: "Skidder",
          accessorFn: (row) => row.skidder,
          sortDescFirst: true,
          cell: ({ row }) => row.original.skidder ?? "—",
        },
        {
          id: "volume",
          header: "Volume",
          accessorFn: (row) => row.words,
          sortDescFirst: true,
          meta: { numeric: true },
          cell: ({ row }) => row.original.words,
        },
        {
          id: "edit",
          header: () => <span className="sr">Change</span>,
          meta: { isEmpty: (row) => !row.may_edit && !row.may_delete },
          cell: ({ row: { original: r } }) =>
            r.may_edit ? (
              <a href={paths.job(job, `inventory/${r.id}`)}>
                Edit<span className="sr"> {r.words}</span>
              </a>
            ) : r.may_delete ? (
              <a href={paths.job(job, `inventory/${r.id}/deletion`)}>
                Delete<span className="sr"> {r.words}</span>
              </a>
            ) : null,
        },
      ]}
    />
  );
}
