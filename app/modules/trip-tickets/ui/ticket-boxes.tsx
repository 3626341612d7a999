import { buildDirectionsUrl } from "~/lib/geo/directions";
import { formatCertificationName } from "~/modules/certifications/rules/certifications";
import { DetailBox, Facts, Time } from "~/ui/parts";
import { paths } from "~/web/paths";
import type { EditSection } from "../rules/edit-boxes";
import type { TicketPage } from "../shared/detail.server";
import { LoadPayBox } from "./load-pay-box";

type When = { at: string; text: string } | null;
const time = (when: When) => when && <Time {...when} />;

/**
 * Boxes of a ticket's page, by importance: weights, destination, driver and pay are wide; cutter and papers are in a
 * less prominent column. A box has an edit link only if the user may edit one of its fields.
 */
export function TicketBoxes({ ticket: t }: { ticket: TicketPage }) {
  // Show the destination first until the load arrives, because nothing is weighed before.
  const isThere = t.scaled !== null || t.net !== null || t.dropped_off !== null;
  return (
    <div className="boxes weighed">
      <div className="stack">
        {isThere ? <DetailsBox ticket={t} /> : null}
        <div className="boxes">
          <DestinationBox ticket={t} />
          <TruckerBox ticket={t} />
        </div>
        {isThere ? null : <DetailsBox ticket={t} />}
        <LoadPayBox
          pay={t.pay}
          rates={paths.job(t.job.id, "rates")}
          correction={t.may_correct ? `${paths.ticket(t.id)}/correction` : null}
        />
      </div>
      <div className="stack aside">
        <TicketBox ticket={t} />
        <JobBox ticket={t} />
        <CrewBoxes ticket={t} />
        <CertificationBox ticket={t} />
      </div>
    </div>
  );
}

type Of = { ticket: TicketPage };
const editLink = (t: TicketPage, box: EditSection) =>
  t.open_boxes.includes(box) ? { href: paths.ticketEdit(t.id, box) } : null;

/** Fields that the details box lists even without a value. */
const ALWAYS = ["Picked up", "Dropped off", "Scaled volume", "Net", "Scale ticket"];

function DetailsBox({ ticket: t }: Of) {
  const figures = [
    { term: "Scaled volume", value: t.scaled },
    { term: "Net", value: t.net },
    { term: "Scale ticket", value: t.scale_ticket_number },
  ];
  const isWeighed = figures.some((f) => f.value);
  return (
    <DetailBox title="Details" edit={editLink(t, "details")}>
      {isWeighed ? <Facts facts={figures} look="figures" /> : null}
      <Facts
        facts={[
          { term: "Picked up", value: time(t.picked_up) },
          { term: "Dropped off", value: time(t.dropped_off) },
          ...(isWeighed ? [] : figures),
          { term: "Gross", value: t.gross },
          { term: "Tare", value: t.tare },
          { term: "Deduction", value: t.deduction },
          { term: "After deduction", value: t.after_deduction },
          { term: "Log rule", value: t.log_rule },
          { term: "Scaled", value: time(t.scaled_at) },
          { term: "Received", value: time(t.received) },
          { term: "Scaler", value: t.scaler },
          { term: "Receiver", value: t.receiver },
        ].filter((f) => f.value || ALWAYS.includes(f.term))}
      />
    </DetailBox>
  );
}

function DestinationBox({ ticket: t }: Of) {
  return (
    <DetailBox title="Destination" edit={editLink(t, "destination")}>
      <Facts
        facts={[
          { term: "Destination", value: t.destination.name },
          { term: "Mill", value: t.destination.mill },
          { term: "Address", value: t.destination.address },
          { term: "Position", value: t.destination.position },
          { term: "Notes", value: t.destination.notes },
          {
            term: "Mileage",
            value:
              t.destination.mileage === null
                ? null
                : `${t.destination.mileage} mi${t.destination.mileage_is_estimate ? " (estimate)" : ""}`,
          },
        ].filter((f) => f.value || !["Mill", "Position", "Notes"].includes(f.term))}
      />
      {t.destination.position ? (
        <p>
          <a href={buildDirectionsUrl(t.destination.position)}>Directions</a>
        </p>
      ) : null}
    </DetailBox>
  );
}

function TruckerBox({ ticket: t }: Of) {
  return (
    <DetailBox title="Trucker" edit={editLink(t, "trucker")}>
      <Facts
        facts={[
          { term: "Company", value: t.hauler },
          { term: "Driver", value: t.hauler_user ?? t.driver_name },
          ...(t.hauler_user && t.driver_name ? [{ term: "Name on license", value: t.driver_name }] : []),
          { term: "Truck", value: t.truck },
          { term: "Trailer plate", value: t.trailer_plate },
        ]}
      />
    </DetailBox>
  );
}

function TicketBox({ ticket: t }: Of) {
  return (
    <DetailBox title="Ticket" edit={editLink(t, "ticket")}>
      <Facts
        facts={[
          { term: "Load number", value: t.load_number },
          { term: "Product", value: t.product },
          { term: "Priority", value: t.priority },
          { term: "Estimated volume", value: t.estimated },
          { term: "Created", value: time(t.created) },
        ]}
      />
    </DetailBox>
  );
}

function JobBox({ ticket: t }: Of) {
  const landing = editLink(t, "location");
  return (
    <DetailBox title="Job">
      <Facts
        facts={[
          { term: "Job", value: t.job.name },
          { term: "Contract number", value: t.job.contract_number },
          { term: "County", value: t.job.county },
          { term: "Land", value: t.job.land },
          { term: "Landing", value: [t.landing, t.location, t.township].filter(Boolean).join(", ") },
        ].filter((f) => f.value || f.term !== "Landing")}
      />
      <p className="row">
        <a href={paths.job(t.job.id)}>View Job</a>{" "}
        {t.loaded_from && t.can_edit.picked_up_at ? (
          <a href={buildDirectionsUrl(t.loaded_from)}>Directions to the landing</a>
        ) : null}{" "}
        {landing ? <a href={landing.href}>Edit landing</a> : null}{" "}
        {t.can_edit.location ? <a href={`${paths.ticket(t.id)}/map`}>Set on the map</a> : null}
      </p>
    </DetailBox>
  );
}

function CrewBoxes({ ticket: t }: Of) {
  return (
    <>
      <DetailBox title="Logger/Cutter" edit={editLink(t, "cutter")}>
        <Facts
          facts={[
            { term: "Company", value: t.cutter },
            { term: "Cutter", value: t.cutter_user },
          ]}
        />
      </DetailBox>
      <DetailBox title="Skidder/Forwarder" edit={editLink(t, "skidder")}>
        <Facts
          facts={[
            { term: "Company", value: t.skidder },
            { term: "Skidder", value: t.skidder_user },
            { term: "Loader", value: [t.loader_name, t.loader_machine].filter(Boolean).join(", ") },
            { term: "Loaded", value: time(t.loaded) },
          ].filter((f) => f.value || ["Company", "Skidder"].includes(f.term))}
        />
      </DetailBox>
    </>
  );
}

function CertificationBox({ ticket: t }: Of) {
  return (
    <DetailBox
      title="Certification"
      edit={t.can_edit.certification ? { href: paths.ticketEdit(t.id, "certification") } : null}
    >
      {t.certifications.length ? (
        <Facts facts={t.certifications.map((c) => ({ term: formatCertificationName(c), value: c.holder }))} />
      ) : (
        <p className="soft">This load has no certificate.</p>
      )}
    </DetailBox>
  );
}
