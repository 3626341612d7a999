import { readCompanyContact } from "~/modules/companies/shared/public-face.server";
import { readLandings, toLandingOption } from "~/modules/jobs/shared/landings.server";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { toDestinationPlace } from "../edit/rules/destination-place";
import { getStatusChangeFacts } from "../life-cycle/data/change-status.server";
import { readUndoOffer } from "../life-cycle/data/undo.server";
import { listOfferedStatusChanges } from "../rules/lifecycle";
import { STATUS } from "../rules/trip-ticket";
import type { VisibleTicket } from "../shared/ticket-row.server";
import { formatMoment } from "./display.server";

/**
 * Return the data that shows a load's trip and next step, on the load's own page and on the card on its driver's first
 * page.
 */
export async function readTrip(ctx: Ctx<CompanyActor>, ticket: VisibleTicket) {
  const { row, roles } = ticket;
  const flags = ctx.actor.permissions;
  const [undo, mill_phone, landings] = await Promise.all([
    readUndoOffer(ctx, ticket),
    millPhone(ctx, ticket),
    asksLanding(ticket) ? readLandings(ctx.read, row.job.id) : [],
  ]);
  return {
    steps: flags.trip_ticket.update ? listOfferedStatusChanges(getStatusChangeFacts(ticket)) : [],
    // Landing notes come from the job's landings page, so only users who may read that page get them.
    landing_notes: flags.landing_inventory.read ? ticket.shown.landing_notes?.trim() || null : null,
    landings: landings.map(toLandingOption),
    undo: undo && { ...undo, at: formatMoment(ctx, undo.at) },
    others_driver: getOtherDriver(ctx, ticket),
    mill_phone,
    hauls: roles.has("hauler"),
  };
}

/** Return the name of this load's driver if the reader is another user of the hauling company; otherwise null. */
export function getOtherDriver({ actor }: Ctx<CompanyActor>, { row, roles }: VisibleTicket): string | null {
  const office = roles.has("creator") || roles.has("land_manager");
  if (office || !roles.has("hauler") || row.trip_ticket.hauler_user_id === (actor.user?.id ?? null))
    return null;
  return row.hauler_user;
}

/** Return the phone number of the mill to which a load goes, if the hauler may read it on the mill's own page. */
async function millPhone(ctx: Ctx<CompanyActor>, { row, roles }: VisibleTicket): Promise<string | null> {
  const status = row.trip_ticket.trip_ticket_status_id;
  const isUnderWay = status === STATUS.claimed || status === STATUS.inTransit || status === STATUS.paused;
  if (!isUnderWay || !roles.has("hauler") || !row.mill || !toDestinationPlace(row).mill) return null;
  return (await readCompanyContact(ctx, row.mill.id))?.phone_number ?? null;
}

/** Check whether to ask the user at pickup which of the job's landings the load comes from. */
const asksLanding = ({ row: { trip_ticket: t }, can_edit }: VisibleTicket) =>
  t.landing_id === null && t.picked_up_at === null && can_edit.load_facts;
