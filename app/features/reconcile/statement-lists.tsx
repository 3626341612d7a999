import { count } from "~/domain/text/text";
import { Notice, Time } from "~/ui/parts";
import { paths } from "~/web/paths";
import type { getStatement } from "./statement-page.server";

type Statement = Awaited<ReturnType<typeof getStatement.run>>;
type Line = Statement["theirs"][number];

/** The three lists: what is on both sides, with a tick to accept it; only the mill's; only ours. */
export function StatementLists({
  statement: s,
  submissionId,
}: {
  statement: Statement;
  submissionId: string;
}) {
  const open = s.matched.filter((m) => !m.accepted).length;
  return (
    <div className="stack loose">
      <section className="stack" aria-labelledby="matched">
        <h2 id="matched">Matched: {count(s.matched.length, "load")}</h2>
        {s.matched.length ? (
          <form method="post" action={paths.statementAcceptance(s.id)} className="stack">
            <input type="hidden" name="mapped_at" value={s.mapped_at ?? ""} />
            <input type="hidden" name="submission_id" value={submissionId} />
            <div className="tablewrap">
              <table className="cards">
                <caption className="sr">Loads on both sides</caption>
                <thead>
                  <tr>
                    <th scope="col">Accept</th>
                    <th scope="col">Ticket</th>
                    <th scope="col">Job</th>
                    <th scope="col">Found by</th>
                    <th scope="col">Scale ticket</th>
                    <th scope="col" className="num">
                      Ours
                    </th>
                    <th scope="col" className="num">
                      The mill's
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {s.matched.map((m) => (
                    <tr key={m.line}>
                      <td data-label="Accept">
                        {m.accepted ? (
                          <span>Accepted</span>
                        ) : (
                          <label className="check">
                            <input
                              type="checkbox"
                              name="lines"
                              value={m.line}
                              defaultChecked={!m.problem && !m.scale_tickets_differ}
                            />
                            <span className="sr">Accept ticket {m.ticket.number}</span>
                          </label>
                        )}
                      </td>
                      <td data-label="Ticket">
                        <a href={paths.ticket(m.ticket.id)}>{m.ticket.number}</a>
                      </td>
                      <td data-label="Job">{m.ticket.job}</td>
                      <td data-label="Found by">{m.by}</td>
                      <td data-label="Scale ticket">
                        {m.scale_tickets_differ ? (
                          <>
                            Ours {m.ticket.scale_ticket_number},{" "}
                            <strong>the mill's {m.scale_ticket_number}</strong>
                          </>
                        ) : (
                          (m.scale_ticket_number ?? m.ticket.scale_ticket_number ?? "—")
                        )}
                      </td>
                      <td data-label="Ours" className="num">
                        {m.ticket.scaled ?? "Not scaled"}
                      </td>
                      <td data-label="The mill's" className="num">
                        {m.scaled ?? "—"}
                        {m.refused || m.problem ? (
                          <span className="error-text small"> {m.refused ?? m.problem}</span>
                        ) : null}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            {open && s.may_accept ? (
              <div>
                <button type="submit" className="button primary">
                  Accept ticked loads
                </button>
              </div>
            ) : null}
          </form>
        ) : (
          <p className="soft">No line of the statement fits a load of yours.</p>
        )}
      </section>
      <section className="stack" aria-labelledby="theirs">
        <h2 id="theirs">Only on the mill's statement: {count(s.theirs.length, "line")}</h2>
        {s.theirs.length ? <Theirs lines={s.theirs} /> : <p className="soft">None.</p>}
      </section>
      <section className="stack" aria-labelledby="ours">
        <h2 id="ours">Only on your side: {count(s.ours_total, "load")}</h2>
        {s.ours_total > s.ours.length ? (
          <p className="soft">
            The first {s.ours.length.toLocaleString("en-US")} are shown, by the day of their drop-off. Where
            these are more than the mill received in the statement's days, a line of it has a wrong date.
          </p>
        ) : null}
        {s.ours.length ? <Ours loads={s.ours} /> : <p className="soft">None.</p>}
      </section>
      {s.ours.length ? (
        <Notice>
          <p>These were dropped off at {s.mill} in the days of the statement, which does not name them.</p>
        </Notice>
      ) : null}
    </div>
  );
}

function Theirs({ lines }: { lines: Line[] }) {
  return (
    <div className="tablewrap">
      <table className="cards">
        <caption className="sr">Lines without a load of yours</caption>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Ticket</th>
            <th scope="col">Scale ticket</th>
            <th scope="col">Date</th>
            <th scope="col">Truck</th>
            <th scope="col" className="num">
              Scaled
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.line}>
              <td data-label="Line">{line.line}</td>
              <td data-label="Ticket">{line.trip_ticket_number ?? "—"}</td>
              <td data-label="Scale ticket">{line.scale_ticket_number ?? "—"}</td>
              <td data-label="Date">{line.scaled_on ?? "—"}</td>
              <td data-label="Truck">{line.truck_number ?? "—"}</td>
              <td data-label="Scaled" className="num">
                {line.scaled ?? line.net ?? "—"}
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
        <caption className="sr">Loads that the statement does not name</caption>
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
