import { and, eq } from "drizzle-orm";
import { tripTicket } from "#db/schema";
import { pick } from "~/lib/object/records";
import { formatPounds, formatVolume } from "~/lib/units/measures";
import { computeDiffs } from "~/modules/history/rules/history";
import { diffRecordedColumns, type RecordedRow } from "~/modules/history/shared/columns.server";
import { buildHistorySteps, type NewHistoryEntry } from "~/modules/history/shared/history.server";
import { buildStillOnJobStep } from "~/modules/jobs/shared/authorize.server";
import { formatLandingName } from "~/modules/jobs/shared/landings.server";
import { buildTicketAmountOwedSteps } from "~/modules/settlements/shared/claim-steps.server";
import type { CompanyActor } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";
import { requireVersion } from "~/web/revise.server";
import { PLAIN_FIELDS, TIME_FIELDS } from "../rules/edit-boxes";
import { formatProduct, getStatusLabel, PRIORITY_LABELS } from "../rules/trip-ticket";
import { buildOneLoadLimitSteps } from "./one-load.server";
import { buildTicketNotificationSteps } from "./ticket-notices.server";
import type { TicketRow, VisibleTicket } from "./ticket-row.server";

export type TicketPatch = Partial<typeof tripTicket.$inferInsert>;
/** Ticket fields as history records them: by the names of the API, with readable values. */
export type HistoryValues = Record<string, string | number | null>;

/** Return a ticket's fields with the names and values that history uses. */
export function getHistoryValues(row: TicketRow): HistoryValues {
  const t = row.trip_ticket;
  return {
    ...pick(t, [...PLAIN_FIELDS, ...TIME_FIELDS]),
    job_destination: row.destination.name,
    product: formatProduct(row),
    trip_ticket_status: getStatusLabel(t.trip_ticket_status_id),
    trip_ticket_priority: PRIORITY_LABELS[t.trip_ticket_priority_id] ?? null,
    estimated_volume:
      t.estimated_volume === null ? null : formatVolume(t.estimated_volume, t.estimated_wood_unit_type_id),
    scaled_volume:
      t.scaled_volume === null ? null : formatVolume(t.scaled_volume, t.scaled_wood_unit_type_id),
    gross: t.gross_pounds === null ? null : formatPounds(t.gross_pounds),
    tare: t.tare_pounds === null ? null : formatPounds(t.tare_pounds),
    net: t.net_pounds === null ? null : formatPounds(t.net_pounds),
    deduction: t.deduction_pounds === null ? null : formatPounds(t.deduction_pounds),
    landing: row.landing ? formatLandingName(row.landing) : null,
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

/** Writes to save together with a ticket's change, outside the ticket's own row. */
export type ExtraWrites = {
  steps?: Step[];
  /** Previous values, with the names and values that history uses. */
  savedBeside?: HistoryValues;
  /** Further columns that history stores for audits, like the ticket's own. */
  rowBeside?: RecordedRow;
  /** Description of an automatic change: "By statement 12 of AuSable". */
  content?: string;
  /** Further history entries. */
  entries?: NewHistoryEntry[];
};

/**
 * Save a ticket's change and its history in one commit. `version` is the version that the user edited plus one; if
 * another user saved first, respond with 409 and the current ticket. `told` is returned in the result.
 */
export async function commitTicketPatch(
  ctx: Ctx<CompanyActor>,
  ticket: VisibleTicket,
  version: number,
  patch: TicketPatch,
  updated: HistoryValues,
  beside: ExtraWrites = {},
  details: { filled?: boolean } = {},
): Promise<{ id: number; filled?: boolean }> {
  const { steps = [], savedBeside = {}, rowBeside = {}, content, entries = [] } = beside;
  const t = ticket.row.trip_ticket;
  requireTicketVersion(ticket, version);
  const diffs = computeDiffs({ ...getHistoryValues(ticket.row), ...savedBeside }, updated);
  if (diffs.length === 0 && steps.length === 0) return { id: t.id };
  const row = { ...diffRecordedColumns("trip_ticket", patch, t), ...rowBeside };
  const history = await buildHistorySteps(ctx, getHistorySubject(ticket), [
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
  // Ensure that the new hauler is still on the job, since it may be removed at this moment.
  const given = patch.hauler_on_behalf_of_company_id ?? patch.hauler_company_id;
  const had = t.hauler_on_behalf_of_company_id ?? t.hauler_company_id;
  const still = given && given !== had ? [buildStillOnJobStep(t.job_id, [given])] : [];
  const oneLoad = await buildOneLoadLimitSteps(ctx, t.id, haulsOf(t, {}), haulsOf(t, patch));
  const update = expectOneRow(buildUpdateTicketSteps(ctx, ticket, version, patch));
  const claims = await buildTicketAmountOwedSteps(ctx, ticket.row, patch);
  const news = buildTicketNotificationSteps(ctx, ticket.row, patch);
  return ctx.commit([update, ...oneLoad, ...still, ...steps, ...history, ...claims, ...news], {
    id: t.id,
    ...details,
  });
}

const haulsOf = (t: TicketRow["trip_ticket"], patch: TicketPatch) => ({
  status: patch.trip_ticket_status_id ?? t.trip_ticket_status_id,
  hauler_company_id: patch.hauler_company_id === undefined ? t.hauler_company_id : patch.hauler_company_id,
  hauler_user_id: patch.hauler_user_id === undefined ? t.hauler_user_id : patch.hauler_user_id,
});

export function requireTicketVersion(ticket: VisibleTicket, version: number) {
  requireVersion(ticket.row.trip_ticket, version, {
    ...getHistoryValues(ticket.shown),
    version: ticket.row.trip_ticket.version,
  });
}

export const getHistorySubject = ({ row }: VisibleTicket) => ({
  uid: row.trip_ticket.uid,
  jobId: row.trip_ticket.job_id,
  ticketId: row.trip_ticket.id,
});

/** Return the steps that update the ticket, only if the ticket is unchanged since it was read. */
export function buildUpdateTicketSteps(ctx: Ctx, ticket: VisibleTicket, version: number, patch: TicketPatch) {
  return ctx.write
    .update(tripTicket)
    .set({ ...patch, version, last_modified_at: laterThan(ticket.row.trip_ticket.last_modified_at, ctx.now) })
    .where(and(eq(tripTicket.id, ticket.row.trip_ticket.id), eq(tripTicket.version, version - 1)));
}

/** Return the current time, or a millisecond after the last change if that is later, so that changes stay in order. */
function laterThan(last: string, now: Date): string {
  return now.toISOString() > last ? now.toISOString() : new Date(Date.parse(last) + 1).toISOString();
}
