import { z } from "zod";
import { readHistory } from "~/core/history/history.server";
import { type Words, wordsOf } from "~/core/history/words.server";
import { landingName, landingPoint } from "~/core/jobs/landings.server";
import { isTimeField, openBoxes, type TimeField } from "~/core/tickets/edit-boxes";
import { zoneOfTime } from "~/core/tickets/place-zones";
import { type TicketRow, type VisibleTicket, visibleTicket } from "~/core/tickets/ticket-row.server";
import { toldTo } from "~/core/tickets/told-history";
import { withDevice } from "~/domain/history/device-words";
import { headlineOf, noteOf } from "~/domain/history/headline";
import { isActive } from "~/domain/jobs/job-status";
import { grossAdvice } from "~/domain/measures/gross-limit";
import { logRuleWords } from "~/domain/measures/log-rules";
import { DEFAULT_UNIT, formatPounds, type GreenWood, volumeBeside } from "~/domain/measures/measures";
import { describeLand } from "~/domain/plss/plss";
import { productKey } from "~/domain/tickets/product-key";
import { productLabel, STATUS } from "~/domain/tickets/trip-ticket";
import { procedure } from "~/web/procedure";
import { certificateWarnings } from "./certificate-flow.server";
import { certificationsFor } from "./certifications.server";
import { oddities } from "./change-plan.server";
import { mayCorrect } from "./correction.server";
import { deductionWords } from "./deduction";
import { placeOf } from "./destination-place";
import { payOfLoad } from "./load-pay.server";
import { deletionProblemOf } from "./move.server";
import { momentOf, readComments, readPhotos, whoMade } from "./said-and-shown.server";
import { sameAgain } from "./same-again.server";
import { truckWarnings } from "./scale-house/truck.server";
import { timeWarnings } from "./times";
import { tripOf } from "./trip.server";
import { twinWarnings } from "./twins.server";

/** Everything that a ticket's page shows, ready to be read: words, not rows. */
export const getTicketPage = procedure({
  name: "getTicketPage",
  may: "trip_ticket.read",
  input: z.strictObject({ id: z.number().int() }),
  async run(ctx, { id }) {
    const ticket = await visibleTicket(ctx, id);
    const row = ticket.shown;
    const flags = ctx.actor.permissions;
    const words = wordsOf(ctx);
    const instantOf = (iso: string, key: string) =>
      words.instant(iso, isTimeField(key) ? zoneOfTime(row, key) : undefined);
    // What the page needs from the record in addition to its boxes; all of it travels with the page.
    const { certification, comment, photo, picked_up_at, location } = ticket.can_edit;
    const [trip, history, certifications, comments, photos, same_again, pay, twins, truck] =
      await Promise.all([
        tripOf(ctx, ticket),
        readHistory(ctx.read, { jobId: row.job.id, ticketId: id }),
        certificationsFor(ctx, [id]),
        flags.comment.read ? readComments(ctx, id) : null,
        flags.photo.read ? readPhotos(ctx, id) : null,
        sameAgain(ctx, ticket),
        payOfLoad(ctx, ticket.row),
        twinWarnings(ctx, ticket, row.trip_ticket.scale_ticket_number),
        truckWarnings(ctx, row.trip_ticket),
      ]);
    return {
      ...ticketFacts(row, wordsOf(ctx), ctx.actor.user?.wood_unit_type_id),
      ...trip,
      can_edit: { certification, comment, photo, picked_up_at, location },
      open_boxes: openBoxes(ticket.can_edit),
      may_delete: deletionProblemOf(ctx, ticket) === null,
      certifications: certifications.map(({ expires_at: _last, ...c }) => c),
      comments: comments ?? [],
      photos: photos ?? [],
      may_read: { comments: comments !== null, photos: photos !== null },
      warnings: [
        ...timeWarnings(row.trip_ticket),
        ...oddities(ctx, row.trip_ticket, row),
        ...twins,
        ...truck,
        ...certificateWarnings(certifications, row.trip_ticket, row.job_zone, ctx.now),
        ...[grossAdvice(row.trip_ticket.gross_pounds, row.job)].filter((words) => words !== null),
      ],
      weigh: weighing(ticket),
      same_again,
      pay,
      may_correct: mayCorrect(ctx, ticket),
      may_claim_more: ticket.roles.has("hauler") && isActive(row.job),
      history: history.map((entry) => {
        const details = toldTo(ticket, flags, entry);
        const content = details.content ?? null;
        return {
          id: entry.id,
          ...headlineOf({ activity: entry.activity, diffs: details.diffs ?? [], content }, instantOf),
          who: whoMade(entry),
          company: entry.company,
          when: momentOf(ctx, entry.created_at),
          content: withDevice(noteOf(entry.activity, content), details.device, words.instant),
        };
      }),
    };
  },
});

/** What a load that is there and not measured yet is asked for; null where there is nothing to ask. */
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

/** The wood's green weight, where its species is known by one. */
const greenOf = (row: TicketRow): GreenWood | null =>
  row.wood_species && row.green_pounds_a_foot
    ? { species: row.wood_species, pounds_a_foot: row.green_pounds_a_foot }
    : null;

/** A ticket's facts in words, for its page, its sheet and its boxes; on a page volumes in the reader's `unit` too. */
export function ticketFacts(row: TicketRow, words: Words, unit: number | null = null) {
  const t = row.trip_ticket;
  const at = (iso: string | null, place?: string) =>
    iso ? { at: iso, text: words.instant(iso, place) } : null;
  const time = (name: TimeField) => at(t[name], zoneOfTime(row, name));
  return {
    id: t.id,
    version: t.version,
    number: t.trip_ticket_number,
    is_sample: t.is_sample,
    load_number: t.load_number,
    status: t.trip_ticket_status_id,
    priority: row.priority,
    product: productLabel(row),
    wood: productKey(t),
    scientific_name: row.scientific_name,
    estimated:
      t.estimated_volume === null
        ? null
        : volumeBeside(t.estimated_volume, t.estimated_wood_unit_type_id, unit, greenOf(row)),
    scaled:
      t.scaled_volume === null
        ? null
        : volumeBeside(t.scaled_volume, t.scaled_wood_unit_type_id, unit, greenOf(row)),
    scale_ticket_number: t.scale_ticket_number,
    gross: t.gross_pounds === null ? null : formatPounds(t.gross_pounds),
    tare: t.tare_pounds === null ? null : formatPounds(t.tare_pounds),
    net: t.net_pounds === null ? null : formatPounds(t.net_pounds),
    ...deductionWords(t),
    log_rule: logRuleWords(t.log_rule),
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
    landing: row.landing && landingName(row.landing),
    /** Where it was loaded: the ticket's own place, else its landing's, else the job's. */
    loaded_from:
      t.latitude !== null && t.longitude !== null
        ? `${t.latitude}, ${t.longitude}`
        : (landingPoint(row.landing) ?? jobPoint(row.job)),
    location: t.latitude !== null && t.longitude !== null ? `${t.latitude}, ${t.longitude}` : null,
    township: t.township,
    destination: {
      name: row.destination.name,
      ...placeOf(row),
      mileage: row.destination.mileage,
      mileage_is_estimate: row.destination.mileage_is_estimate,
    },
    job: {
      id: row.job.id,
      name: row.job.name,
      contract_number: row.job.contract_number,
      county: `${row.job.county}, ${row.job.stusps}`,
      land: describeLand(row.job),
      requester: row.requester.name,
      harvest_notification_number: row.job.harvest_notification_number,
      log_brand: row.job.log_brand,
    },
  };
}

const jobPoint = ({ latitude, longitude }: TicketRow["job"]) =>
  latitude !== null && longitude !== null ? `${latitude}, ${longitude}` : null;

export type TicketPage = Awaited<ReturnType<typeof getTicketPage.run>>;
