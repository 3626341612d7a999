import { z } from "zod";
import { formatLand } from "~/lib/land-description/plss";
import { getGrossWarning } from "~/lib/units/gross-limit";
import { getLogRuleLabel } from "~/lib/units/log-rules";
import { DEFAULT_UNIT, formatPounds, formatVolumeInUnit, type GreenWoodWeight } from "~/lib/units/measures";
import { formatCreatorName } from "~/modules/history/rules/creator";
import { addDeviceNote } from "~/modules/history/rules/device-words";
import { getEntryNote, getHeadline } from "~/modules/history/rules/headline";
import { readHistory } from "~/modules/history/shared/history.server";
import { createHistoryFormat, type HistoryFormat } from "~/modules/history/shared/words.server";
import { isActiveJob } from "~/modules/jobs/rules/job-status";
import { formatLandingName, formatLandingPoint } from "~/modules/jobs/shared/landings.server";
import { procedure } from "~/web/procedure";
import { readDuplicateSlipWarnings } from "../create/data/duplicates.server";
import { findNextSimilarLoad } from "../create/data/same-again.server";
import { formatMoment, readComments, readPhotos } from "../data/display.server";
import { readTicketPay } from "../data/load-pay.server";
import { readTrip } from "../data/trip.server";
import { formatDeduction } from "../edit/rules/deduction";
import { toDestinationPlace } from "../edit/rules/destination-place";
import { getTimeWarnings } from "../edit/rules/times";
import { getCertificateWarnings } from "../life-cycle/data/certificate-flow.server";
import { getTicketDeletionProblem } from "../life-cycle/data/change-status.server";
import { getEditableSections, isTimeField, type TimeField } from "../rules/edit-boxes";
import { canSeeCuttingPlace } from "../rules/land";
import { getZoneOfTime } from "../rules/place-zones";
import { formatProductKey } from "../rules/product-key";
import { formatCompanyProduct, STATUS } from "../rules/trip-ticket";
import { redactHistoryDetails } from "../rules/visible-history";
import { readTruckWarnings } from "../scale-house/data/truck.server";
import { readOwnCertifications } from "./certifications.server";
import { getTicketWarnings } from "./change-plan.server";
import { canCorrectPaidLoad } from "./correction.server";
import { requireVisibleTicket, type TicketRow, type VisibleTicket } from "./ticket-row.server";

/** Return a ticket page's content as formatted text, not as table rows. */
export const getTicketPage = procedure({
  name: "getTicketPage",
  may: "trip_ticket.read",
  input: z.strictObject({ id: z.number().int() }),
  async run(ctx, { id }) {
    const ticket = await requireVisibleTicket(ctx, id);
    const row = ticket.shown;
    const flags = ctx.actor.permissions;
    const words = createHistoryFormat(ctx);
    const instantOf = (iso: string, key: string) =>
      words.instant(iso, isTimeField(key) ? getZoneOfTime(row, key) : undefined);
    // Read the other parts of the page: trip, history, certificates, comments and photos. Everything returned here is
    // sent with the page.
    const { certification, comment, photo, picked_up_at, location } = ticket.can_edit;
    const [trip, history, certifications, comments, photos, same_again, pay, twins, truck] =
      await Promise.all([
        readTrip(ctx, ticket),
        readHistory(ctx.read, { jobId: row.job.id, ticketId: id }),
        readOwnCertifications(ctx, [id]),
        flags.comment.read ? readComments(ctx, id) : null,
        flags.photo.read ? readPhotos(ctx, id, canSeeCuttingPlace(ticket.roles)) : null,
        findNextSimilarLoad(ctx, ticket),
        readTicketPay(ctx, ticket.row),
        readDuplicateSlipWarnings(ctx, ticket, row.trip_ticket.scale_ticket_number),
        readTruckWarnings(ctx, row.trip_ticket),
      ]);
    return {
      ...formatTicketFacts(row, createHistoryFormat(ctx), ctx.actor.user?.wood_unit_type_id),
      ...trip,
      can_edit: { certification, comment, photo, picked_up_at, location },
      open_boxes: getEditableSections(ticket.can_edit),
      may_delete: getTicketDeletionProblem(ctx, ticket) === null,
      certifications: certifications.map(({ expires_at: _last, ...c }) => c),
      comments: comments ?? [],
      photos: photos ?? [],
      may_read: { comments: comments !== null, photos: photos !== null },
      warnings: [
        ...getTimeWarnings(row.trip_ticket),
        ...getTicketWarnings(ctx, row.trip_ticket, row),
        ...twins,
        ...truck,
        ...getCertificateWarnings(certifications, row.trip_ticket, row.job_zone, ctx.now),
        ...[getGrossWarning(row.trip_ticket.gross_pounds, row.job)].filter((words) => words !== null),
      ],
      weigh: weighing(ticket),
      same_again,
      pay,
      may_correct: canCorrectPaidLoad(ctx, ticket),
      may_claim_more: ticket.roles.has("hauler") && isActiveJob(row.job),
      history: history.map((entry) => {
        const details = redactHistoryDetails(ticket, flags, entry);
        const content = details.content ?? null;
        return {
          id: entry.id,
          ...getHeadline({ activity: entry.activity, diffs: details.diffs ?? [], content }, instantOf),
          who: formatCreatorName(entry),
          company: entry.company,
          when: formatMoment(ctx, entry.created_at),
          content: addDeviceNote(getEntryNote(entry.activity, content), details.device, words.instant),
        };
      }),
    };
  },
});

/** Return the measurements to request for a load that has arrived but isn't measured; null if none are missing. */
function weighing({ row: { trip_ticket: t }, can_edit }: VisibleTicket) {
  const open = t.trip_ticket_status_id === STATUS.completed && t.scaled_volume === null;
  if (!open || !can_edit.weights || !can_edit.scaled_volume || !can_edit.scale_ticket_number) return null;
  return {
    scale_ticket_number: t.scale_ticket_number,
    gross_pounds: t.gross_pounds,
    tare_pounds: t.tare_pounds,
    unit: t.estimated_wood_unit_type_id ?? DEFAULT_UNIT,
  };
}

/** Return the wood's green weight, if its species has a known one. */
const greenOf = (row: TicketRow): GreenWoodWeight | null =>
  row.wood_species && row.green_pounds_a_foot
    ? { species: row.wood_species, pounds_a_foot: row.green_pounds_a_foot }
    : null;

/** Format a ticket's facts as text for its page, sheet and boxes; a page also shows volumes in the reader's `unit`. */
export function formatTicketFacts(row: TicketRow, words: HistoryFormat, unit: number | null = null) {
  const t = row.trip_ticket;
  const at = (iso: string | null, place?: string) =>
    iso ? { at: iso, text: words.instant(iso, place) } : null;
  const time = (name: TimeField) => at(t[name], getZoneOfTime(row, name));
  return {
    id: t.id,
    version: t.version,
    number: t.trip_ticket_number,
    is_sample: t.is_sample,
    load_number: t.load_number,
    status: t.trip_ticket_status_id,
    priority: row.priority,
    product: formatCompanyProduct(row),
    wood: formatProductKey(t),
    scientific_name: row.scientific_name,
    estimated:
      t.estimated_volume === null
        ? null
        : formatVolumeInUnit(t.estimated_volume, t.estimated_wood_unit_type_id, unit, greenOf(row)),
    scaled:
      t.scaled_volume === null
        ? null
        : formatVolumeInUnit(t.scaled_volume, t.scaled_wood_unit_type_id, unit, greenOf(row)),
    scale_ticket_number: t.scale_ticket_number,
    gross: t.gross_pounds === null ? null : formatPounds(t.gross_pounds),
    tare: t.tare_pounds === null ? null : formatPounds(t.tare_pounds),
    net: t.net_pounds === null ? null : formatPounds(t.net_pounds),
    ...formatDeduction(t),
    log_rule: getLogRuleLabel(t.log_rule),
    created: at(t.created_at),
    modified: at(t.last_modified_at),
    picked_up: time("picked_up_at"),
    dropped_off: time("dropped_off_at"),
    scaled_at: time("scaled_at"),
    received: time("received_at"),
    loaded: time("loaded_at"),
    cutter: row.cutter?.name ?? null,
    cutter_user: row.cutter_user,
    skidder: row.skidder?.name ?? null,
    skidder_user: row.skidder_user,
    hauler: row.hauler?.name ?? null,
    hauler_user: row.hauler_user,
    driver_name: t.driver_name,
    loader_name: t.loader_name,
    loader_machine: t.loader_machine,
    truck: [t.truck_number, t.truck_plate].filter(Boolean).join(" · ") || null,
    trailer_plate: t.trailer_plate,
    scaler: row.scaler_user,
    receiver: row.receiver_user,
    landing: row.landing && formatLandingName(row.landing),
    /** Loading place: the ticket's own, else its landing's, else the job's. */
    loaded_from:
      t.latitude !== null && t.longitude !== null
        ? `${t.latitude}, ${t.longitude}`
        : (formatLandingPoint(row.landing) ?? jobPoint(row.job)),
    location: t.latitude !== null && t.longitude !== null ? `${t.latitude}, ${t.longitude}` : null,
    township: t.township,
    destination: {
      name: row.destination.name,
      ...toDestinationPlace(row),
      mileage: row.destination.mileage,
      mileage_is_estimate: row.destination.mileage_is_estimate,
    },
    job: {
      id: row.job.id,
      name: row.job.name,
      contract_number: row.job.contract_number,
      county: `${row.job.county}, ${row.job.stusps}`,
      land: formatLand(row.job),
      requester: row.requester.name,
      harvest_notification_number: row.job.harvest_notification_number,
      log_brand: row.job.log_brand,
    },
  };
}

const jobPoint = ({ latitude, longitude }: TicketRow["job"]) =>
  latitude !== null && longitude !== null ? `${latitude}, ${longitude}` : null;

export type TicketPage = Awaited<ReturnType<typeof getTicketPage.run>>;
