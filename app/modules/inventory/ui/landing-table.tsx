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

/**
 * Table of a product's inventory entries, sorted by any column, with an Edit link for entries that the reader may
 * change.
 */
export function LandingTable(props: {
  job: number;
  name: string;
  rows: Entry[];
  sort: Sort;
  descending: boolean;
  /** Name of the product whose entries are all shown, so that links to another sort order keep them shown. */
  all: string | null;
}) {
  const { job, rows, sort, descending, all } = props;
  return (
    <DataTable<Entry>
      caption={`Inventory of ${props.name}`}
      rows={rows}
      rowId={(row) => String(row.id)}
      arranged={{ sorting: [{ id: sort, desc: descending }] }}
      sortHref={(column, down) =>
        `${paths.job(job, "landing")}?sort=${column}&descending=${down ? 1 : 0}${all ? `&all=${all}` : ""}`
      }
      columns={[
        {
          id: "created_at",
          header: "Date",
          accessorFn: (row) => row.when.at,
          sortDescFirst: true,
          wide: true,
          cell: (row) => <Time {...row.when} />,
        },
        {
          id: "what",
          header: "What",
          cell: (r) => (r.ticket === null ? r.what : <a href={paths.ticket(r.ticket)}>{r.what}</a>),
        },
        {
          id: "cutter",
          header: "Cutter",
          accessorFn: (row) => row.cutter,
          sortDescFirst: true,
          cell: (row) => row.cutter ?? "—",
        },
        {
          id: "skidder",
          header: "Skidder",
          accessorFn: (row) => row.skidder,
          sortDescFirst: true,
          cell: (row) => row.skidder ?? "—",
        },
        {
          id: "volume",
          header: "Volume",
          accessorFn: (row) => row.words,
          sortDescFirst: true,
          numeric: true,
          cell: (row) => row.words,
        },
        {
          id: "edit",
          header: () => <span className="sr">Change</span>,
          isEmpty: (row) => !row.may_edit && !row.may_delete,
          cell: (r) =>
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
