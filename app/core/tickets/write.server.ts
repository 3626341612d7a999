import { and, eq } from "drizzle-orm";
import { tripTicket } from "#db/schema";
import { type RecordedRow, recordedOf } from "~/core/history/columns.server";
import { historySteps, type NewEntry } from "~/core/history/history.server";
import { landingName } from "~/core/jobs/landings.server";
import { worksStill } from "~/core/jobs/standing.server";
import { claimStepsOf } from "~/core/settling/claim-steps.server";
import { diffsOf } from "~/domain/history/history";
import { formatPounds, formatVolume } from "~/domain/measures/measures";
import { picked } from "~/domain/records/records";
import { PRIORITY_NAMES, productText, statusName } from "~/domain/tickets/trip-ticket";
import type { CompanyActor } from "~/web/actor";
import { mustHit } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";
import { asRead } from "~/web/revise.server";
import { PLAIN_FIELDS, TIME_FIELDS } from "./edit-boxes";
import { oneLoadSteps } from "./one-load.server";
import { ticketNotices } from "./ticket-notices.server";
import type { TicketRow, VisibleTicket } from "./ticket-row.server";

export type TicketPatch = Partial<typeof tripTicket.$inferInsert>;
/** What history says of a ticket: fields by the specification's names, with values that people can read. */
export type Said = Record<string, string | number | null>;

/** A ticket in the words of its history. */
export function saidOf(row: TicketRow): Said {
  const t = row.trip_ticket;
  return {
    ...picked(t, [...PLAIN_FIELDS, ...TIME_FIELDS]),
    job_destination: row.destination.name,
    product: productText(row),
    trip_ticket_status: statusName(t.trip_ticket_status_id),
    trip_ticket_priority: PRIORITY_NAMES[t.trip_ticket_priority_id] ?? null,
    estimated_volume:
      t.estimated_volume === null ? null : formatVolume(t.estimated_volume, t.estimated_wood_unit_type_id),
    scaled_volume:
      t.scaled_volume === null ? null : formatVolume(t.scaled_volume, t.scaled_wood_unit_type_id),
    gross: t.gross_pounds === null ? null : formatPounds(t.gross_pounds),
    tare: t.tare_pounds === null ? null : formatPounds(t.tare_pounds),
    net: t.net_pounds === null ? null : formatPounds(t.net_pounds),
    deduction: t.deduction_pounds === null ? null : formatPounds(t.deduction_pounds),
    landing: row.landing ? landingName(row.landing) : null,
    cutter_company: row.cutter?.name ?? null,
    cutter_user: row.cutter_user,
    skidder_company: row.skidder?.name ?? null,
    skidder_user: row.skidder_user,
    hauler_company: row.hauler?.name ?? null,
    hauler_user: row.hauler_user,
    scaler_user: row.scaler_user,
    receiver_user: row.receiver_user,
  };
}

/** What changes with a ticket without standing in its own row. */
export type Beside = {
  steps?: Step[];
  /** What was saved before, in the words of history. */
  savedBeside?: Said;
  /** What history keeps of it for checking, as it keeps the ticket's own columns. */
  rowBeside?: RecordedRow;
  /** What the change itself is, where it wasn't typed: "By statement 12 of AuSable". */
  content?: string;
  /** What else history says of it. */
  entries?: NewEntry[];
};

/**
 * Save a ticket's change with its history in one commit. `version` is the editor's version plus one; if someone else
 * saved first, the answer is 409 with the current ticket. `told` is passed along in the outcome.
 */
export async function commitTicketPatch(
  ctx: Ctx<CompanyActor>,
  ticket: VisibleTicket,
  version: number,
  patch: TicketPatch,
  updated: Said,
  beside: Beside = {},
  told: { filled?: boolean } = {},
): Promise<{ id: number; filled?: boolean }> {
  const { steps = [], savedBeside = {}, rowBeside = {}, content, entries = [] } = beside;
  const t = ticket.row.trip_ticket;
  checkVersion(ticket, version);
  const diffs = diffsOf({ ...saidOf(ticket.row), ...savedBeside }, updated);
  if (diffs.length === 0 && steps.length === 0) return { id: t.id };
  const row = { ...recordedOf("trip_ticket", patch, t), ...rowBeside };
  const history = await historySteps(ctx, subjectOf(ticket), [
    ...(diffs.length || Object.keys(row).length
      ? [
          {
            activity: "trip_ticket_updated" as const,
            details: { ...(content ? { content } : {}), diffs, row },
          },
        ]
      : []),
    ...entries,
  ]);
  // Who is given the load hauls on the job still: it may be leaving it at this moment.
  const given = patch.hauler_on_behalf_of_company_id ?? patch.hauler_company_id;
  const had = t.hauler_on_behalf_of_company_id ?? t.hauler_company_id;
  const still = given && given !== had ? [worksStill(t.job_id, [given])] : [];
  const oneLoad = await oneLoadSteps(ctx, t.id, haulsOf(t, {}), haulsOf(t, patch));
  const update = mustHit(updateOf(ctx, ticket, version, patch));
  const claims = await claimStepsOf(ctx, ticket.row, patch);
  const news = ticketNotices(ctx, ticket.row, patch);
  return ctx.commit([update, ...oneLoad, ...still, ...steps, ...history, ...claims, ...news], {
    id: t.id,
    ...told,
  });
}

const haulsOf = (t: TicketRow["trip_ticket"], patch: TicketPatch) => ({
  status: patch.trip_ticket_status_id ?? t.trip_ticket_status_id,
  hauler_company_id: patch.hauler_company_id === undefined ? t.hauler_company_id : patch.hauler_company_id,
  hauler_user_id: patch.hauler_user_id === undefined ? t.hauler_user_id : patch.hauler_user_id,
});

export function checkVersion(ticket: VisibleTicket, version: number) {
  asRead(ticket.row.trip_ticket, version, {
    ...saidOf(ticket.shown),
    version: ticket.row.trip_ticket.version,
  });
}

export const subjectOf = ({ row }: VisibleTicket) => ({
  uid: row.trip_ticket.uid,
  jobId: row.trip_ticket.job_id,
  ticketId: row.trip_ticket.id,
});

/** The update itself, which hits only the ticket as it was read. */
export function updateOf(ctx: Ctx, ticket: VisibleTicket, version: number, patch: TicketPatch) {
  return ctx.write
    .update(tripTicket)
    .set({ ...patch, version, last_modified_at: laterThan(ticket.row.trip_ticket.last_modified_at, ctx.now) })
    .where(and(eq(tripTicket.id, ticket.row.trip_ticket.id), eq(tripTicket.version, version - 1)));
}

/** Now, or just after the last change where clocks disagree: the order of changes is kept. */
function laterThan(last: string, now: Date): string {
  return now.toISOString() > last ? now.toISOString() : new Date(Date.parse(last) + 1).toISOString();
}
