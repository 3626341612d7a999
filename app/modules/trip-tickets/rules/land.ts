import type { TicketRole } from "./trip-ticket";

/**
 * Check whether a company may see where the wood was cut: it runs the job, works on it, owns its land, or is named on
 * the ticket. A mill that only receives the load may not, because it can't see this on the job's pages either
 * (docs/domain.md#who-sees-a-job).
 */
export const canSeeCuttingPlace = (roles: ReadonlySet<TicketRole>): boolean =>
  [...roles].some((role) => role !== "mill" && role !== "author");

/** History keys of fields that reveal where the wood was cut. */
export const LAND_HISTORY_KEYS: readonly string[] = ["township", "latitude", "longitude", "landing"];

type Land = {
  trip_ticket: { township: unknown; latitude: unknown; longitude: unknown; landing_id: unknown };
  landing: unknown;
  landing_notes: unknown;
  job: {
    township: unknown;
    range: unknown;
    section: unknown;
    meridian: unknown;
    latitude: unknown;
    longitude: unknown;
    harvest_notification_number: unknown;
    log_brand: unknown;
  };
};

/** Fields of a ticket that reveal where the wood was cut and that `removeCuttingPlaceFields` removes. */
export const LAND_FIELDS: readonly string[] = [
  ...["trip_ticket.township", "trip_ticket.latitude", "trip_ticket.longitude", "trip_ticket.landing_id"],
  ...["landing", "landing_notes", "job.township", "job.range", "job.section", "job.meridian"],
  ...["job.latitude", "job.longitude", "job.harvest_notification_number", "job.log_brand"],
];

/**
 * Return a ticket without the fields that reveal where the wood was cut. The county stays, as on the public page of the
 * printed ticket.
 */
export const removeCuttingPlaceFields = <R extends Land>(row: R): R => ({
  ...row,
  trip_ticket: { ...row.trip_ticket, township: null, latitude: null, longitude: null, landing_id: null },
  landing: null,
  landing_notes: null,
  job: {
    ...row.job,
    township: null,
    range: null,
    section: null,
    meridian: null,
    latitude: null,
    longitude: null,
    harvest_notification_number: null,
    log_brand: null,
  },
});
