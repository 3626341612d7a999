import { formatCount } from "~/lib/text/text";
import { formatDate } from "~/lib/time/time";
import { ActionForm } from "~/ui/action-form";
import { Notice, Time } from "~/ui/parts";
import { paths } from "~/web/paths";
import type { getStatement } from "../data/statement-page.server";
import { MatchedLoads } from "./matched-loads";

type Statement = Awaited<ReturnType<typeof getStatement.run>>;
type Line = Statement["corrections"][number] & { several?: string | null };

/**
 * Show three lists: matched loads with a checkbox to accept each, loads only on the statement, and loads only on our
 * tickets.
 */
export function StatementLists({
  statement: s,
  ids,
}: {
  statement: Statement;
  /** Submission ids of the two forms. */
  ids: { accept: string; takeBack: string };
}) {
  const open = s.matched.filter((m) => !m.accepted);
  const accepted = s.matched.filter((m) => m.accepted);
  const unticked = open.filter((m) => !m.expected).length;
  return (
    <div className="stack loose">
      {s.totals.length ? <Totals statement={s} /> : null}
      <section className="stack" aria-labelledby="matched">
        <h2 id="matched">Matched: {formatCount(s.matched.length, "load")}</h2>
        {unticked ? (
          <Notice tone="warn" title={`${formatCount(unticked, "load")} not selected`}>
            <p>
              The mill's value differs by more than you allow two scales to differ, is in another unit, or its
              scale ticket comes twice. Ask the mill. Select a load only if you want the mill's value anyway;
              a load keeps its unit.
            </p>
          </Notice>
        ) : null}
        {open.length ? (
          <ActionForm
            action={paths.statementAcceptance(s.id)}
            submissionId={ids.accept}
            button={open.length && s.may_accept ? "Accept selected loads" : null}
          >
            <input type="hidden" name="mapped_at" value={s.mapped_at ?? ""} />
            <MatchedLoads matched={open} may={s.may_accept} />
          </ActionForm>
        ) : accepted.length ? (
          <p className="soft">All of them are accepted.</p>
        ) : (
          <p className="soft">
            No line of the statement matches one of your loads.{" "}
            <a href={paths.statementColumns(s.id)}>Check what its columns mean</a>.
          </p>
        )}
        {accepted.length ? (
          <ActionForm
            action={paths.statementTakingBack(s.id)}
            submissionId={ids.takeBack}
            button={s.may_accept ? "Take back selected loads" : null}
            plain
          >
            <MatchedLoads matched={accepted} may={s.may_accept} />
          </ActionForm>
        ) : null}
      </section>
      <section className="stack" aria-labelledby="theirs">
        <h2 id="theirs">Only on the mill's statement: {formatCount(s.theirs.length, "line")}</h2>
        {s.theirs.length ? (
          <Theirs lines={s.theirs} caption="Lines that don't match your loads" />
        ) : (
          <p className="soft">None.</p>
        )}
      </section>
      {s.corrections.length ? (
        <section className="stack" aria-labelledby="corrections">
          <h2 id="corrections">The mill's corrections: {formatCount(s.corrections.length, "line")}</h2>
          <p className="soft">Each is counted with the line that it corrects.</p>
          <Theirs lines={s.corrections} caption="Lines that correct another line" />
        </section>
      ) : null}
      <section className="stack" aria-labelledby="ours">
        <h2 id="ours">Only on your side: {formatCount(s.ours_total, "load")}</h2>
        {s.ours_total > s.ours.length ? (
          <p className="soft">
            The first {s.ours.length.toLocaleString("en-US")} are shown, by drop-off day. If there are more
            than the mill received on these days, a line has a wrong date.
          </p>
        ) : null}
        {s.ours.length ? <Ours loads={s.ours} /> : <p className="soft">None.</p>}
      </section>
      {s.ours.length ? (
        <Notice>
          <p>These were dropped off at {s.mill} during the statement's days but aren't on it.</p>
        </Notice>
      ) : null}
    </div>
  );
}

/** Totals of the loads scaled on both sides, with the difference between our totals and the mill's. */
function Totals({ statement: s }: { statement: Statement }) {
  return (
    <section className="stack" aria-labelledby="totals">
      <h2 id="totals">Totals</h2>
      <div className="tablewrap">
        <table className="cards">
          <caption className="sr">Loads that both sides have scaled, by unit, or weighed</caption>
          <thead>
            <tr>
              <th scope="col" className="num">
                Loads
              </th>
              <th scope="col" className="num">
                Ours
              </th>
              <th scope="col" className="num">
                The mill's
              </th>
              <th scope="col" className="num">
                Difference
              </th>
            </tr>
          </thead>
          <tbody>
            {s.totals.map((t) => (
              <tr key={t.ours}>
                <td data-label="Loads" className="num">
                  {t.loads}
                </td>
                <td data-label="Ours" className="num">
                  {t.ours}
                </td>
                <td data-label="The mill's" className="num">
                  {t.theirs}
                </td>
                <td data-label="Difference" className="num">
                  {t.difference}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {s.not_compared ? (
        <p className="soft small">
          {formatCount(s.not_compared, "load")} left out of the volumes: not scaled on one side, or in another
          unit.
        </p>
      ) : null}
    </section>
  );
}

function Theirs({ lines, caption }: { lines: Line[]; caption: string }) {
  return (
    <div className="tablewrap statement">
      <table className="cards">
        <caption className="sr">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Ticket</th>
            <th scope="col">Scale ticket</th>
            <th scope="col">Date</th>
            <th scope="col">Truck</th>
            <th scope="col">Product</th>
            <th scope="col" className="num">
              Volume
            </th>
            <th scope="col" className="num">
              Net
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.line}>
              <td data-label="Line">{line.line}</td>
              <td data-label="Ticket">{line.trip_ticket_number ?? "—"}</td>
              <td data-label="Scale ticket">
                {line.scale_ticket_number ?? "—"}{" "}
                {line.several ? <span className="error-text small below">{line.several}</span> : null}
              </td>
              <td data-label="Date">{line.scaled_on ? formatDate(line.scaled_on) : "—"}</td>
              <td data-label="Truck">{line.truck_number ?? "—"}</td>
              <td data-label="Product">{line.product ?? "—"}</td>
              <td data-label="Volume" className="num">
                {line.scaled ?? "—"}
              </td>
              <td data-label="Net" className="num">
                {line.net ?? "—"}
                {line.problem ? <span className="error-text small"> {line.problem}</span> : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Ours({ loads }: { loads: Statement["ours"] }) {
  return (
    <div className="tablewrap">
      <table className="cards">
        <caption className="sr">Loads that aren't on the statement</caption>
        <thead>
          <tr>
            <th scope="col">Ticket</th>
            <th scope="col">Job</th>
            <th scope="col">Dropped off</th>
            <th scope="col">Scale ticket</th>
            <th scope="col">Truck</th>
            <th scope="col" className="num">
              Scaled
            </th>
          </tr>
        </thead>
        <tbody>
          {loads.map((load) => (
            <tr key={load.id}>
              <td data-label="Ticket">
                <a href={paths.ticket(load.id)}>{load.number}</a>
              </td>
              <td data-label="Job">{load.job}</td>
              <td data-label="Dropped off">{load.dropped_off ? <Time {...load.dropped_off} /> : "—"}</td>
              <td data-label="Scale ticket">{load.scale_ticket_number ?? "—"}</td>
              <td data-label="Truck">{load.truck_number ?? "—"}</td>
              <td data-label="Scaled" className="num">
                {load.scaled ?? "—"}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
