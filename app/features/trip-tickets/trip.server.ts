import { contactOf } from "~/core/access/public-face.server";
import { landingOption, readLandingsOf } from "~/core/jobs/landings.server";
import type { VisibleTicket } from "~/core/tickets/ticket-row.server";
import { stepsFrom } from "~/domain/tickets/lifecycle";
import { STATUS } from "~/domain/tickets/trip-ticket";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { placeOf } from "./destination-place";
import { stepFacts } from "./move.server";
import { momentOf } from "./said-and-shown.server";
import { undoOffered } from "./undo.server";

/** What a load's trip and its next step are shown from: on its own page, and as the card on its driver's first page. */
export async function tripOf(ctx: Ctx<CompanyActor>, ticket: VisibleTicket) {
  const { row, roles } = ticket;
  const flags = ctx.actor.permissions;
  const [undo, mill_phone, landings] = await Promise.all([
    undoOffered(ctx, ticket),
    millPhone(ctx, ticket),
    asksLanding(ticket) ? readLandingsOf(ctx.read, row.job.id) : [],
  ]);
  return {
    steps: flags.trip_ticket.update ? stepsFrom(stepFacts(ticket)) : [],
    // The notes of a landing belong to the job's landings page, and are for who may read that.
    landing_notes: flags.landing_inventory.read ? ticket.shown.landing_notes?.trim() || null : null,
    landings: landings.map(landingOption),
    undo: undo && { ...undo, at: momentOf(ctx, undo.at) },
    others_driver: othersDriver(ctx, ticket),
    mill_phone,
    hauls: roles.has("hauler"),
  };
}

/** The driver whose load this is, where somebody else of the hauling company looks at it. */
export function othersDriver({ actor }: Ctx<CompanyActor>, { row, roles }: VisibleTicket): string | null {
  const office = roles.has("creator") || roles.has("land_manager");
  if (office || !roles.has("hauler") || row.trip_ticket.hauler_user_id === (actor.user?.id ?? null))
    return null;
  return row.hauler_user;
}

/** The number of the mill to which its hauler brings a load, where the hauler may read it on the mill's own page. */
async function millPhone(ctx: Ctx<CompanyActor>, { row, roles }: VisibleTicket): Promise<string | null> {
  const status = row.trip_ticket.trip_ticket_status_id;
  const isUnderWay = status === STATUS.claimed || status === STATUS.inTransit || status === STATUS.paused;
  if (!isUnderWay || !roles.has("hauler") || !row.mill || !placeOf(row).mill) return null;
  return (await contactOf(ctx, row.mill.id))?.phone_number ?? null;
}

/** Whether the one who loads it is to be asked which landing it comes from, where the job has several. */
const asksLanding = ({ row: { trip_ticket: t }, can_edit }: VisibleTicket) =>
  t.landing_id === null && t.picked_up_at === null && can_edit.load_facts;
