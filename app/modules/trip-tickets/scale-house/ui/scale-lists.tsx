import { formatCount } from "~/lib/text/text";
import { formatPounds } from "~/lib/units/measures";
import { ActionForm } from "~/ui/action-form";
import { Notice, Time } from "~/ui/parts";
import { ProductIcon } from "~/ui/wood";
import { paths } from "~/web/paths";
import type { LatestLoad, ScaleHouse } from "../data/page.server";

type Coming = ScaleHouse["coming"][number];

/** Incoming loads, and loads that have arrived but aren't weighed; a click puts a load on the scale. */
export function ScaleQueue({ page }: { page: ScaleHouse }) {
  const { coming, waiting, more_coming } = page;
  return (
    <section className="queue" aria-labelledby="queue-title">
      {waiting.length ? (
        <>
          <h2>Here, not weighed</h2>
          <ul className="trucks">
            {waiting.map((row) => (
              <Truck
                key={row.id}
                row={row}
                words={row.gross ? `gross ${row.gross}, tare to come` : `here ${row.since}`}
              />
            ))}
          </ul>
        </>
      ) : null}
      <h2 id="queue-title">
        On the way <span className="soft">{more_coming ? `${coming.length}+` : coming.length}</span>
      </h2>
      {coming.length ? (
        <ul className="trucks">
          {coming.map((row) => (
            <Truck
              key={row.id}
              row={row}
              words={row.is_rejected ? "rejected" : `picked up ${row.since ?? "at an unknown time"}`}
            />
          ))}
        </ul>
      ) : (
        <p className="soft">No loads are on their way here.</p>
      )}
      {more_coming ? <p className="soft">And more. Type a number to find them.</p> : null}
    </section>
  );
}

function Truck({ row, words }: { row: Coming; words: string }) {
  return (
    <li>
      <a href={paths.scaleHouse(String(row.number))}>
        <strong>{row.number}</strong> <span>{row.truck ?? row.driver ?? row.hauler}</span>
      </a>{" "}
      <span className="soft small">
        {row.truck && (row.driver ?? row.hauler) ? `${row.driver ?? row.hauler} · ` : null}
        <ProductIcon of={row.wood} />
        {row.product} · {words}
      </span>
    </li>
  );
}

/** Message about the load just received, and what is still missing. Warnings are shown next to the load's Undo button. */
export function JustReceived({
  load: { number, volume, waits_for_tare, warnings },
}: {
  load: Pick<LatestLoad, "number" | "volume" | "waits_for_tare" | "warnings">;
}) {
  const lacks = waits_for_tare ? "tare to come" : "volume to come";
  return (
    <Notice title={`${number} received: ${volume ?? lacks}`}>
      {warnings.length ? <p>Check its notes under Received today.</p> : null}
    </Notice>
  );
}

/** Latest loads of the day, each with its warnings, its receipt and its Undo button. */
export function LatestLoads({
  loads,
  received,
  submissionId,
}: {
  loads: LatestLoad[];
  /** Id of the load that was just received. */
  received: number | null;
  submissionId: string;
}) {
  return (
    <section aria-labelledby="latest-title" className="stack">
      <h2 id="latest-title">Received today</h2>
      {loads.length ? (
        <ol className="weighed">
          {loads.map((load) => (
            <li key={load.id} className={load.id === received ? "fresh-row" : undefined}>
              <Weighed load={load} submissionId={submissionId} />
            </li>
          ))}
        </ol>
      ) : (
        <p className="soft">Nothing yet. The last ten loads appear here.</p>
      )}
    </section>
  );
}

function Weighed({ load, submissionId }: { load: LatestLoad; submissionId: string }) {
  return (
    <>
      <a href={paths.ticket(load.id)} className="number">
        {load.number}
      </a>{" "}
      <span className="what">
        <ProductIcon of={load.wood} />
        {load.product}{" "}
        <span className="soft small">
          {[load.supplier, load.truck, load.scale_ticket_number].filter(Boolean).join(" · ")}
        </span>
      </span>{" "}
      <span className="num">
        <strong>{load.volume ?? (load.waits_for_tare ? "Tare to come" : "—")}</strong>{" "}
        <span className="soft small">
          {formatPounds(load.gross)} − {formatPounds(load.tare)}
          {load.deduction ? `, ${formatPounds(load.deduction)} off` : ""}
        </span>
      </span>{" "}
      <span className="soft small when">
        <Time {...load.at} />
      </span>{" "}
      <span className="acts">
        <a className="button quiet" href={paths.scaleReceipt(load.id)}>
          Receipt<span className="sr"> of {load.number}</span>
        </a>{" "}
        {load.may_undo ? (
          <ActionForm
            action={paths.scaleHouse()}
            submissionId={`${submissionId}-u${load.id}`}
            version={load.version}
            button={
              <>
                Undo<span className="sr">: {load.number}</span>
              </>
            }
            plain
          >
            <input type="hidden" name="intent" value="undo" />
            <input type="hidden" name="id" value={load.id} />
          </ActionForm>
        ) : null}
      </span>
      {load.warnings.length || load.still || load.converted ? (
        <ul className="odd">
          {load.converted ? <li className="soft">{load.converted}.</li> : null}
          {load.still ? <li>The ticket is still {load.still}.</li> : null}
          {load.warnings.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

/** The day's totals by supplier and product, each in its own unit. */
export function ReceivedTotals({ totals }: { totals: ScaleHouse["totals"] }) {
  if (totals.length === 0) return null;
  return (
    <section aria-labelledby="totals-title" className="stack">
      <h2 id="totals-title">Today's totals</h2>
      <div className="tablewrap">
        <table className="cards plain">
          <thead>
            <tr>
              <th scope="col">Supplier</th>
              <th scope="col">Product</th>
              <th scope="col" className="num">
                Loads
              </th>
              <th scope="col" className="num">
                Volume
              </th>
              <th scope="col" className="num">
                Net
              </th>
            </tr>
          </thead>
          <tbody>
            {totals.map((row) => (
              <tr key={`${row.supplier} ${row.product} ${row.volume}`}>
                <td>
                  <strong>{row.supplier}</strong>
                </td>
                <td>
                  <ProductIcon of={row.wood} />
                  {row.product}
                </td>
                <td className="num" data-label="Loads">
                  {row.loads}
                </td>
                <td className="num" data-label="Volume">
                  {row.volume ?? `${formatCount(row.unscaled, "load")} to scale`}
                </td>
                <td className="num" data-label="Net">
                  {row.net ?? "—"}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
