import { buildDirectionsUrl, buildGeoUri } from "~/lib/geo/directions";
import { ButtonLink } from "~/ui/parts";
import { Status } from "~/ui/status";
import { ProductIcon } from "~/ui/wood";
import { paths } from "~/web/paths";
import { STATUS } from "../rules/trip-ticket";
import { TicketActionButtons } from "../ui/ticket-steps";
import type { TicketPage } from "./detail.server";
import type { TripPage } from "./my-trip.server";

/**
 * Card with the trip of a hauler's load in progress: origin, destination, miles, the note of the next place, and
 * directions. One link opens a web map, the other passes the coordinates to any map app on the device.
 */
export function TripCard({ ticket: t }: { ticket: TripPage }) {
  const isLoaded = t.status === STATUS.inTransit;
  if (!t.hauls || !(isLoaded || t.status === STATUS.claimed || t.status === STATUS.paused)) return null;
  const next = isLoaded ? t.destination.position : t.loaded_from;
  const note = isLoaded ? t.destination.notes : t.landing_notes;
  const miles =
    t.destination.mileage === null
      ? null
      : `${t.destination.mileage} mi${t.destination.mileage_is_estimate ? " (estimate)" : ""}`;
  return (
    <section className="card trip screen-only" aria-label="Your trip">
      <ol>
        <li aria-current={isLoaded ? undefined : "step"}>
          <span className="soft small">From</span> <strong>{t.job.name}</strong>{" "}
          <span className="small">{[t.landing, t.job.land, t.job.county].filter(Boolean).join(", ")}</span>
        </li>
        <li aria-current={isLoaded ? "step" : undefined}>
          <span className="soft small">To</span> <strong>{t.destination.name}</strong>{" "}
          <span className="small">{t.destination.address ?? t.destination.mill}</span>
        </li>
      </ol>
      {miles ? <p className="miles">{miles}</p> : null}
      {note ? (
        <p className="note">
          <span className="soft small">Note for the {isLoaded ? "mill" : "landing"}</span> {note}
        </p>
      ) : null}
      {next ? (
        <p className="row">
          <ButtonLink href={buildDirectionsUrl(next)}>
            Directions to {isLoaded ? t.destination.name : (t.landing ?? "the landing")}
          </ButtonLink>{" "}
          <a href={buildGeoUri(next, isLoaded ? t.destination.name : t.job.name)}>{next}</a>
        </p>
      ) : null}
    </section>
  );
}

/** Card on a driver's first page with their load in progress: its number, its trip, and the one next step. */
export function MyTripCard({ trip, submissionId }: { trip: TripPage; submissionId: string }) {
  return (
    <section className="card my-trip" aria-labelledby="my-trip">
      <div className="row">
        <h2 id="my-trip">
          <a href={paths.ticket(trip.id)}>#{trip.number}</a>
        </h2>{" "}
        <Status id={trip.status} />{" "}
        <span>
          <ProductIcon of={trip.wood} />
          {trip.product}
        </span>
      </div>
      <TripCard ticket={trip} />
      <TicketActionButtons ticket={trip} submissionId={submissionId} />
    </section>
  );
}

/** Link to the next load after a completed one: a similar load, otherwise the other available loads of the job. */
export function NextLoadLink({ ticket: t }: { ticket: TicketPage }) {
  if (t.status !== STATUS.completed || !t.may_claim_more) return null;
  return (
    <p className="screen-only row">
      {t.same_again ? (
        <ButtonLink href={paths.ticketVerb(t.same_again.id, "claim")} tone={t.weigh ? "" : "primary big"}>
          Next: same again, {t.same_again.number}
        </ButtonLink>
      ) : null}
      <ButtonLink href={paths.availableLoads(t.job.id)}>Next: claim another load of this job</ButtonLink>
    </p>
  );
}
