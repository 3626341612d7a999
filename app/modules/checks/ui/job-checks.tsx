import { formatCount } from "~/lib/text/text";
import { DetailBox, Facts, Time } from "~/ui/parts";
import { paths } from "~/web/paths";
import type { getJobChecks } from "../data/checks.server";
import { formatMinutes, formatNumberRanges } from "../rules/words";

type Checks = Awaited<ReturnType<typeof getJobChecks.run>>;

/** Inconsistencies of a job and durations of its loads. */
export function JobChecks({ checks: c }: { checks: Checks }) {
  return (
    <div className="stack loose">
      <div className="boxes">
        {c.numbers ? (
          <DetailBox title="Load numbers">
            <Facts
              facts={[
                { term: "Missing", value: formatNumberRanges(c.numbers.missing) || "None" },
                { term: "Used twice", value: "None" },
                { term: "Deleted", value: c.numbers.deleted.join(", ") || "None" },
                { term: "Blank sheets waiting", value: c.numbers.sheets_waiting },
                { term: "Sheets voided", value: c.numbers.sheets_voided },
              ]}
            />
          </DetailBox>
        ) : null}
        <DetailBox title="Scale tickets on two loads">
          {c.doubles.length || c.twins.length ? (
            <ul className="rows">
              {c.twins.map((d) => (
                <li key={`${d.id} ${d.other_id}`}>
                  <strong>{d.scale_ticket_number}</strong>: <a href={paths.ticket(d.id)}>{d.number}</a> and{" "}
                  <a href={paths.ticket(d.other_id)}>{d.other_number}</a>{" "}
                  <span className="soft">of {d.other_job}</span>
                </li>
              ))}
              {c.doubles.map((d) => (
                <li key={`${d.destination} ${d.scale_ticket_number}`}>
                  <strong>{d.scale_ticket_number}</strong> <span className="soft">{d.destination}</span>:{" "}
                  {d.tickets.map((t, index) => (
                    <span key={t.id}>
                      {index ? ", " : ""}
                      <a href={paths.ticket(t.id)}>{t.number}</a>{" "}
                    </span>
                  ))}
                </li>
              ))}
            </ul>
          ) : (
            <p className="soft">None.</p>
          )}
        </DetailBox>
      </div>
      <section className="card stack">
        <h2>
          Delivered and unscaled for more than {formatCount(c.days, "day")}:{" "}
          {formatCount(c.unscaled.total, "load")}
        </h2>
        <form method="get" className="row">
          <label htmlFor="days">Days</label>
          <input
            className="input short"
            type="text"
            inputMode="numeric"
            id="days"
            name="days"
            defaultValue={c.days}
            maxLength={3}
          />
          <button type="submit" className="button">
            Show
          </button>
        </form>
        {c.unscaled.tickets.length ? (
          <ul className="rows">
            {c.unscaled.tickets.map((t) => (
              <li key={t.id}>
                <span>
                  <a href={paths.ticket(t.id)}>{t.number}</a> {t.destination}
                </span>{" "}
                <span className="soft small">
                  dropped off <Time {...t.dropped_off} />
                </span>
              </li>
            ))}
          </ul>
        ) : null}
      </section>
      <Unhauled checks={c} />
      <Unfitting unfitting={c.unfitting} />
      {c.unlanded.total ? (
        <section className="card stack">
          <h2>No landing: {formatCount(c.unlanded.total, "load")}</h2>
          <p className="soft">
            This job has several landings, and these loads don't say which one they left. No landing's
            inventory counts them.
          </p>
          <ul className="rows">
            {c.unlanded.tickets.map((t) => (
              <li key={t.id}>
                <a href={paths.ticketEdit(t.id, "location")}>Set the landing of {t.number}</a>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <section className="stack">
        <h2>Turn times</h2>
        {c.turns.length ? (
          <div className="tablewrap">
            <table className="cards">
              <caption className="sr">Turn times by landing and mill</caption>
              <thead>
                <tr>
                  <th scope="col">Landing</th>
                  <th scope="col">Destination</th>
                  <th scope="col" className="num">
                    Loads
                  </th>
                  <th scope="col" className="num">
                    Pickup to drop-off
                  </th>
                  <th scope="col" className="num">
                    Drop-off to scale
                  </th>
                </tr>
              </thead>
              <tbody>
                {c.turns.map((t) => (
                  <tr key={`${t.landing} ${t.destination}`}>
                    <td data-label="Landing">{t.landing ?? "Not set"}</td>
                    <td data-label="Destination">{t.destination}</td>
                    <td data-label="Loads" className="num">
                      {t.loads}
                    </td>
                    <td data-label="Pickup to drop-off" className="num">
                      {formatMinutes(t.haul_minutes)}
                    </td>
                    <td data-label="Drop-off to scale" className="num">
                      {formatMinutes(t.scale_minutes)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        ) : (
          <p className="soft">No load has been dropped off yet.</p>
        )}
      </section>
      <p>
        <a href={paths.job(c.job.id)}>{c.job.name}</a>
      </p>
    </div>
  );
}

/** Loads with a skipped step: delivered without a hauler to pay, or measured at the mill but not marked delivered. */
function Unhauled({ checks: { unhauled, undelivered } }: { checks: Checks }) {
  return (
    <>
      {unhauled.total ? (
        <section className="card stack" id="no-hauler">
          <h2>No hauler: {formatCount(unhauled.total, "delivered load")}</h2>
          <p className="soft">No one claimed these loads before they were delivered, so no haul is paid.</p>
          <ul className="rows">
            {unhauled.tickets.map((t) => (
              <li key={t.id}>
                <a href={paths.ticketEdit(t.id, "trucker")}>Say who hauled {t.number}</a>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {undelivered.total ? (
        <section className="card stack">
          <h2>At the mill, not delivered: {formatCount(undelivered.total, "load")}</h2>
          <p className="soft">These loads were scaled or received and still wait. Deliver or correct them.</p>
          <ul className="rows">
            {undelivered.tickets.map((t) => (
              <li key={t.id}>
                <a href={paths.ticket(t.id)}>Open {t.number}</a>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

/** List of loads to review, each with its inconsistency and a link to correct it. */
function Unfitting({ unfitting: { total, looked_at, tickets } }: { unfitting: Checks["unfitting"] }) {
  if (total === 0) return null;
  return (
    <section className="card stack">
      <h2>Numbers that don't add up: {formatCount(total, "load")}</h2>
      <ul className="rows">
        {tickets.map((t) => (
          <li key={t.id}>
            <a href={paths.ticket(t.id)}>{t.number}</a> <span>{t.words.join(" ")}</span>
          </li>
        ))}
      </ul>
      <p className="soft small">
        Of the newest {formatCount(looked_at, "load")}. They are saved as they were entered; check each
        against its slip.
      </p>
    </section>
  );
}
