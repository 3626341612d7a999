import type { ReactNode } from "react";
import { formatCount } from "~/lib/text/text";
import { ActionForm } from "~/ui/action-form";
import { Notice } from "~/ui/parts";
import type { FormReply } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import type { WeighRow } from "../data/weigh-rows.server";
import { joinWeighCells, WEIGH_CELLS, type WeighCells } from "../rules/weigh-rows";

const HEADS = {
  scale_ticket_number: "Scale ticket",
  gross_pounds: "Gross, lb",
  tare_pounds: "Tare, lb",
} as const;

type Sent = WeighCells & { version?: string };
type Said = Record<string, string[] | null | undefined>;

/** Return the sent rows by ticket, each with its index in the form. */
function sentRows(result: FormReply | undefined): Map<number, { place: number; sent: Sent }> {
  const rows = result?.reply.initialValue?.rows;
  const map = new Map<number, { place: number; sent: Sent }>();
  for (const [place, row] of (Array.isArray(rows) ? rows : []).entries()) {
    if (!row || typeof row !== "object") continue;
    const sent: Record<string, string> = Object.fromEntries(
      Object.entries(row).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
    );
    map.set(Number(sent.id), { place, sent });
  }
  return map;
}

/** Return the errors of one row, by cell and for the row as a whole. */
function saidOf(errors: Said, place: number) {
  const of = (name: string) => errors[`rows[${place}].${name}`] ?? [];
  const cells = WEIGH_CELLS.flatMap((name) => of(name));
  return { of, any: [...cells, ...of("id"), ...of("version"), ...of("anyway")].length > 0 };
}

/**
 * Form for the scale tickets of a list's loads, one below another. A refused row keeps its typed values, next to the
 * saved ones if another user saved first; the next submission overwrites the saved values.
 */
export function WeighForm(props: {
  rows: readonly WeighRow[];
  result?: FormReply;
  submissionId: string;
  /** Link back, next to the submit button. */
  other?: ReactNode;
}) {
  const { rows, result, submissionId } = props;
  const errors: Said = result?.reply.error ?? {};
  const sent = sentRows(result);
  const some = Object.keys(errors).some((name) => name.startsWith("rows["));
  const refused = rows.filter(({ id }) => {
    const was = sent.get(id);
    return was !== undefined && saidOf(errors, was.place).any;
  });
  return (
    <ActionForm
      className="stack"
      result={result}
      submissionId={submissionId}
      data-weigh=""
      data-keep-unsent=""
      formErrors={some ? [] : undefined}
      notice={
        some ? (
          <Notice tone="danger" title={`${formatCount(refused.length, "load")} not saved yet`}>
            <p>What you typed is still here. The other loads are saved.</p>
          </Notice>
        ) : null
      }
      saving
      button="Save weights"
      other={props.other}
    >
      <div className="tablewrap weighing">
        <table className="cards">
          <caption className="sr">Scale slips</caption>
          <thead>
            <tr>
              <th scope="col">Number</th>
              <th scope="col">Load</th>
              {WEIGH_CELLS.map((name) => (
                <th key={name} scope="col">
                  {HEADS[name]}
                </th>
              ))}
              <th scope="col" className="num">
                Net
              </th>
              <th scope="col" className="num">
                Volume
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, place) => {
              const was = sent.get(row.id);
              const said = was ? saidOf(errors, was.place) : saidOf({}, 0);
              // Show saved values for a row that was saved or not submitted; keep typed values if the whole form was
              // refused.
              const typed = was && (said.any || (result !== undefined && !some)) ? was.sent : null;
              return <OneRow key={row.id} row={row} place={place} typed={typed} said={said.of} />;
            })}
          </tbody>
        </table>
      </div>
    </ActionForm>
  );
}

type RowProps = {
  row: WeighRow;
  place: number;
  typed: Sent | null;
  said: (name: string) => string[];
};

function OneRow({ row, place, typed, said }: RowProps) {
  const cells: WeighCells = typed ?? row.cells;
  const overtaken = said("version");
  const odd = said("anyway");
  const problems = [...said("id"), ...WEIGH_CELLS.flatMap(said)];
  const version = typed && overtaken.length === 0 ? Number(typed.version) : row.version + 1;
  const name = (field: string) => `rows[${place}].${field}`;
  const noted = `weigh-${row.id}-said`;
  const isNoted = problems.length + overtaken.length + odd.length > 0;
  return (
    <>
      <tr data-weigh-row="" id={`weigh-${row.id}`}>
        <td className="wide number">
          <a href={paths.ticket(row.id)}>{row.number}</a>
          <input type="hidden" name={name("id")} value={row.id} />
          <input type="hidden" name={name("version")} value={version} />
          <input type="hidden" name={name("was")} value={joinWeighCells(row.cells)} />
        </td>
        <td className="wide what">
          {row.product} <span className="soft">to {row.destination}</span>{" "}
          <span className="soft small block">{[row.hauler, row.job].filter(Boolean).join(" · ")}</span>
        </td>
        {WEIGH_CELLS.map((cell) => (
          <td key={cell} data-label={HEADS[cell]}>
            <input
              className="input"
              type="text"
              name={name(cell)}
              defaultValue={cells[cell] ?? ""}
              aria-label={`${HEADS[cell]} of ticket ${row.number}`}
              aria-invalid={said(cell).length ? true : undefined}
              aria-describedby={isNoted ? noted : undefined}
              inputMode={cell === "scale_ticket_number" ? undefined : "numeric"}
              autoComplete="off"
              maxLength={60}
            />
          </td>
        ))}
        <td className="num" data-label="Net">
          <output data-net="">{row.net || "—"}</output>
        </td>
        <td className={row.volume ? "num" : "num empty"} data-label="Volume">
          {row.volume}
          {row.scaled || !row.volume ? null : <span className="soft small"> estimated</span>}
        </td>
      </tr>
      {isNoted ? (
        <tr className="noted">
          <td colSpan={7} id={noted} className="wide">
            <ul className={overtaken.length || problems.length ? "error" : undefined}>
              {[...problems, ...odd].map((words) => (
                <li key={words}>{words}</li>
              ))}
              {overtaken.map((words) => (
                <li key={words}>
                  {words} Saved now: {savedWords(row)}. Save again to keep what you typed.
                </li>
              ))}
            </ul>
            {odd.length ? (
              <label className="check">
                <input type="checkbox" name={name("anyway")} />
                <span>Save ticket {row.number} anyway</span>
              </label>
            ) : null}
          </td>
        </tr>
      ) : null}
    </>
  );
}

const savedWords = ({ cells }: WeighRow): string =>
  [
    cells.scale_ticket_number ? `scale ticket ${cells.scale_ticket_number}` : "no scale ticket",
    cells.gross_pounds ? `gross ${cells.gross_pounds} lb` : "no gross",
    cells.tare_pounds ? `tare ${cells.tare_pounds} lb` : "no tare",
  ].join(", ");
