import { and, inArray } from "drizzle-orm";
import { tripTicket } from "#db/schema";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { STATUS } from "../../rules/trip-ticket";
import { visibleTicketsQuery } from "../../shared/access.server";
import {
  findIdsByLoadNumber,
  findIdsByNumber,
  findIdsByPlate,
  findIdsByScaleTicket,
  normalizePlate,
} from "../../shared/find-ids.server";
import { findIdsByName } from "../../shared/find-named.server";
import { addTicketRights, selectTickets, type VisibleTicket } from "../../shared/ticket-row.server";
import { parseLoadCode } from "../rules/code";
import { readScaleQueue } from "./loads.server";

/** Maximum number of loads to find for one code. */
const MAX_ROWS = 12;

/** Result of looking up a code: no load to receive here (`words` has the reason), one load, or several to choose from. */
export type LoadLookupResult =
  | { kind: "none"; words: string }
  | { kind: "one"; ticket: VisibleTicket }
  | { kind: "several"; tickets: VisibleTicket[] };

/** Return true if the acting user can receive and weigh the load at this scale. */
const isReceivable = ({ can_edit }: VisibleTicket) => can_edit.received_at && can_edit.weights;

export const isScaled = ({ row: { trip_ticket: t } }: VisibleTicket) =>
  t.net_pounds !== null || t.scaled_volume !== null;

/**
 * Return the sort position of a load: a load at the scale or about to arrive comes before a load still waiting to be
 * hauled.
 */
const nearness = (ticket: VisibleTicket): number => {
  const status = ticket.row.trip_ticket.trip_ticket_status_id;
  return status === STATUS.inTransit || status === STATUS.completed ? 0 : 1;
};

/**
 * Find the load that the clerk typed or scanned: by the URL in its QR code, its number, its load number, its scale
 * ticket, or its truck. Loads still to be weighed take precedence; if several are left, the clerk chooses.
 */
export async function findLoadAtScale(ctx: Ctx<CompanyActor>, typed: string): Promise<LoadLookupResult> {
  const code = parseLoadCode(typed);
  if (code.kind === "sheet")
    return none("This is a blank sheet. The driver claims it first, by scanning it with a phone.");
  const tiers =
    code.kind === "ticket" ? [[code.id]] : code.text ? await idsOf(ctx, code.text, code.number) : [];
  const tierOf = new Map<number, number>();
  for (const [tier, ids] of tiers.entries()) for (const id of ids) if (!tierOf.has(id)) tierOf.set(id, tier);
  const seen = await readVisibleTickets(ctx, [...tierOf.keys()]);
  const here = seen.filter(isReceivable);
  const rank = (ticket: VisibleTicket) =>
    nearness(ticket) * 10 + (tierOf.get(ticket.row.trip_ticket.id) ?? 9);
  const open = here.filter((ticket) => !isScaled(ticket));
  const [first, ...rest] = (open.length ? open : here).sort((a, b) => rank(a) - rank(b));
  if (!first) return none(await reasonOf(seen, typed));
  const alike = [first, ...rest.filter((ticket) => rank(ticket) === rank(first))];
  return alike.length === 1 || open.length === 0
    ? { kind: "one", ticket: first }
    : { kind: "several", tickets: alike };
}

const none = (words: string): LoadLookupResult => ({ kind: "none", words });

/** Return the reason that no load matches, without revealing anything the acting company may not see. */
async function reasonOf(seen: VisibleTicket[], typed: string): Promise<string> {
  const [ticket] = seen;
  if (!ticket) return `We couldn't find a load coming here by "${typed.slice(0, 60)}".`;
  const { trip_ticket_number: number, trip_ticket_status_id: status } = ticket.row.trip_ticket;
  if (status === STATUS.cancelled) return `Ticket ${number} is canceled.`;
  if (ticket.row.settlement_paid) return `Ticket ${number} is paid, so its weights can't change.`;
  return `Ticket ${number} isn't coming to your scale. It goes to ${ticket.row.destination.name}.`;
}

/** Find ids of loads that a text may refer to, by kind: number, load number, scale ticket, truck. */
async function idsOf(ctx: Ctx<CompanyActor>, text: string, number: number | null): Promise<number[][]> {
  const [named, numbers, loads, slips, plates, trucks] = await Promise.all([
    findIdsByName(ctx, text),
    number === null ? [] : findIdsByNumber(ctx, number, MAX_ROWS),
    number === null ? [] : findIdsByLoadNumber(ctx, number, MAX_ROWS),
    findIdsByScaleTicket(ctx, text, MAX_ROWS),
    findIdsByPlate(ctx, text, MAX_ROWS),
    trucksOnTheWay(ctx, text),
  ]);
  return [[...named, ...numbers], loads, slips, [...trucks, ...plates]];
}

/** Find loads on their way to this scale in the truck with this number. */
async function trucksOnTheWay(ctx: Ctx<CompanyActor>, text: string): Promise<number[]> {
  const { coming, waiting } = await readScaleQueue(ctx);
  const key = normalizePlate(text);
  return [...coming, ...waiting]
    .filter(({ trip_ticket: t }) => t.truck_number !== null && normalizePlate(t.truck_number) === key)
    .map(({ trip_ticket: t }) => t.id);
}

/** Return the tickets with these ids that the acting company may see. */
export async function readVisibleTickets(ctx: Ctx<CompanyActor>, ids: number[]): Promise<VisibleTicket[]> {
  if (ids.length === 0) return [];
  const rows = await selectTickets(ctx.read).where(
    and(inArray(tripTicket.id, ids), visibleTicketsQuery(ctx.actor)),
  );
  return addTicketRights(ctx, rows);
}
