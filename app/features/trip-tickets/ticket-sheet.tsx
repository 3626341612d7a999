import { statusName } from "~/domain/tickets/trip-ticket";
import { TearOff, WRITE } from "~/ui/paper-parts";
import { type Fact, Facts } from "~/ui/parts";
import { Qr } from "~/ui/qr";
import type { Sheet } from "./paper.server";
import type { Paper } from "./paper-bar";

const known = (facts: Fact[]) =>
  facts.filter((f) => f.value !== null && f.value !== undefined && f.value !== "");

/**
 * The sheet that travels with a load: one page, black on white. Its fields are the superset that the states'
 * laws ask of a load ticket, those that are known (domain notes, 2e); blanks to fill by hand where it matters.
 */
export function TicketSheet({ sheet: s, paper }: { sheet: Sheet; paper: Paper }) {
  return (
    <article className={`sheet paper-${paper}`}>
      <div className="top">
        <div>
          {s.logo_url ? (
            <img className="logo" src={s.logo_url} alt={s.land_manager} />
          ) : (
            <strong>{s.land_manager}</strong>
          )}
          <h1>Trip Ticket #{s.number}</h1>
          <p>
            Load {s.load_number} of {s.job.name} · {statusName(s.status)}
          </p>
          <p>
            <a href={s.address}>{s.typed_address}</a>
          </p>
        </div>
        <figure className="qr">
          <Qr drawing={s.qr} label={`Code for ticket ${s.number}`} />
          <figcaption className="small">{s.in_words}</figcaption>
        </figure>
      </div>
      <section>
        <h2>Trip Ticket Details</h2>
        <div className="cols">
          <Facts
            facts={[
              { term: "Product", value: s.product },
              ...known([{ term: "Species", value: s.scientific_name }]),
              { term: "Estimated", value: s.estimated },
              { term: "Destination", value: s.destination.name },
              ...known([
                { term: "Mill", value: s.destination.mill },
                { term: "Address", value: s.destination.address },
                { term: "Place", value: s.destination.position },
                { term: "Notes", value: s.destination.notes },
                { term: "Landing", value: s.landing },
                { term: "Loaded", value: s.loaded?.text },
              ]),
              { term: "Picked up", value: s.picked_up?.text ?? WRITE },
              { term: "Dropped off", value: s.dropped_off?.text ?? WRITE },
            ]}
          />
          <Facts
            facts={[
              ...known([
                { term: "Logger/Cutter", value: [s.cutter, s.cutter_user].filter(Boolean).join(", ") },
                { term: "Skidder", value: [s.skidder, s.skidder_user].filter(Boolean).join(", ") },
                { term: "Loader", value: [s.loader_name, s.loader_machine].filter(Boolean).join(", ") },
              ]),
              { term: "Hauler", value: s.hauler ?? WRITE },
              { term: "Driver", value: s.driver_name ?? s.hauler_user ?? WRITE },
              { term: "Truck", value: s.truck ?? WRITE },
              ...known([{ term: "Trailer plate", value: s.trailer_plate }]),
            ]}
          />
        </div>
      </section>
      <section>
        <h2>At the mill</h2>
        <div className="cols">
          <Facts
            facts={[
              { term: "Scale ticket", value: s.scale_ticket_number ?? WRITE },
              { term: "Scaled", value: s.scaled ?? WRITE },
              ...known([{ term: "Log rule", value: s.log_rule }]),
              { term: "Time", value: s.scaled_at?.text ?? s.received?.text ?? WRITE },
            ]}
          />
          <Facts
            facts={[
              { term: "Gross", value: s.gross ?? WRITE },
              { term: "Tare", value: s.tare ?? WRITE },
              { term: "Net", value: s.net ?? WRITE },
              { term: "Deductions", value: s.deduction ?? WRITE },
            ]}
          />
        </div>
      </section>
      <section>
        <h2>Job Details</h2>
        <div className="cols">
          <Facts
            facts={[
              { term: "Job", value: s.job.name },
              ...known([
                { term: "Contract", value: s.job.contract_number },
                { term: "Harvest notice", value: s.job.harvest_notification_number },
                { term: "Log brand", value: s.job.log_brand },
              ]),
              { term: "County", value: s.job.county },
            ]}
          />
          <Facts
            facts={known([
              { term: "Land", value: s.job.land },
              { term: "Position", value: s.loaded_from },
              { term: "Township", value: s.township },
              { term: "Land owner", value: s.land_owner },
              { term: "Land manager", value: s.land_manager },
            ])}
          />
        </div>
      </section>
      <section>
        <h2>Certifications</h2>
        {s.certifications.length ? (
          <Facts
            facts={s.certifications.map((c) => ({
              term: c.type,
              value: [c.license, c.claim, c.holder].filter(Boolean).join(", "),
            }))}
          />
        ) : (
          <p>None</p>
        )}
      </section>
      <div className="sign">
        <p>Loader</p>
        <p>Driver</p>
        <p>Receiver</p>
      </div>
      {s.short_hash ? (
        <p className="small">History {s.short_hash}. Scan the code to check this sheet.</p>
      ) : null}
      {paper === "80mm" ? null : (
        <TearOff
          number={s.number}
          load={s.load_number}
          job={s.job.name}
          facts={[
            { term: "Product", value: s.product },
            { term: "Destination", value: s.destination.name },
            { term: "Date", value: s.dropped_off?.text ?? s.picked_up?.text ?? null },
            { term: "Net or volume", value: s.net ?? s.scaled },
          ]}
        />
      )}
    </article>
  );
}
