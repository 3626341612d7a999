import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { auditEntry } from "#db/schema";
import { UNDO_NOTE } from "~/modules/history/rules/headline";
import { procedure } from "~/web/procedure";
import { unprocessable } from "~/web/refusal";
import { type LastChange, parseHistoryStatus } from "../../life-cycle/rules/undo";
import { requireVisibleTicket, type VisibleTicket } from "../../shared/ticket-row.server";
import {
  commitTicketPatch,
  getHistoryValues,
  type HistoryValues,
  requireTicketVersion,
  type TicketPatch,
} from "../../shared/write.server";
import { receiptUndoneOutput } from "../rules/output";
import { RECEIPT_HISTORY_TEXT, RECEIPT_UNDO_HOURS } from "../rules/words";

/** Return true if a load's last change is its receipt at the acting company's scale, within this shift. */
export function isReceipt(last: LastChange | undefined, company: number, now: Date): last is LastChange {
  if (!last?.details.content?.startsWith(RECEIPT_HISTORY_TEXT) || last.creator_company_id !== company)
    return false;
  const age = now.getTime() - Date.parse(last.created_at);
  return age >= 0 && age <= RECEIPT_UNDO_HOURS * 3_600_000;
}

const TOO_LATE = "It's too late to undo this. Change the ticket instead.";

/**
 * Undo a load's receipt at the scale house: restore its status, times, people and weights from its history. Anyone at
 * the scale can undo during the shift, as long as nothing else has changed.
 */
export const undoReceipt = procedure({
  name: "undoReceipt",
  may: "trip_ticket.update",
  input: z.strictObject({ id: z.number().int(), version: z.number().int() }),
  output: receiptUndoneOutput,
  async run(ctx, { id, version }) {
    const ticket = await requireVisibleTicket(ctx, id);
    requireTicketVersion(ticket, version);
    if (!ticket.can_edit.received_at || ticket.row.settlement_paid) throw unprocessable(TOO_LATE);
    const entries = await ctx.read
      .select({
        activity: auditEntry.activity,
        created_at: auditEntry.created_at,
        creator_user_id: auditEntry.creator_user_id,
        creator_company_id: auditEntry.creator_company_id,
        details: auditEntry.details,
      })
      .from(auditEntry)
      .where(eq(auditEntry.trip_ticket_id, id))
      .orderBy(asc(auditEntry.seq));
    const index = entries.findLastIndex((entry) => entry.activity === "trip_ticket_updated");
    const last = entries[index];
    if (!isReceipt(last, ctx.actor.company.id, ctx.now)) throw unprocessable(TOO_LATE);
    const undoing = before(ticket, entries.slice(0, index), last);
    if (!undoing) throw unprocessable(TOO_LATE);
    return commitTicketPatch(ctx, ticket, version, undoing.patch, undoing.said, { content: UNDO_NOTE });
  },
});

type Entry = Pick<typeof auditEntry.$inferSelect, "activity" | "details">;

/**
 * Return the previous values of the columns changed in the last history entry; null if the history doesn't contain
 * them.
 */
function before(
  ticket: VisibleTicket,
  earlier: Entry[],
  last: LastChange & Pick<Entry, "details">,
): { patch: TicketPatch; said: HistoryValues } | null {
  const columns = Object.keys(last.details.row ?? {});
  if (columns.length === 0) return null;
  const held = new Map<string, unknown>(columns.map((column) => [column, null]));
  for (const { details } of earlier)
    for (const [column, value] of Object.entries(details.row ?? {}))
      if (held.has(column)) held.set(column, value);
  const diffs = last.details.diffs ?? [];
  const status = diffs.find((diff) => diff.key === "trip_ticket_status");
  // Look up a status by its name if it was set before histories stored column values.
  if (status) held.set("trip_ticket_status_id", parseHistoryStatus(status.saved) ?? null);
  const patch: TicketPatch = Object.fromEntries(held);
  const row = {
    ...ticket.row,
    trip_ticket: { ...ticket.row.trip_ticket, ...patch },
  };
  const words = getHistoryValues(row);
  const historyValues: HistoryValues = {};
  for (const { key, saved } of diffs) {
    const was = saved === null || saved === undefined ? null : String(saved);
    // Receiver, scaler and hauler are in history by name only, so they can be restored only if the previous value was
    // empty.
    const isName = key.endsWith("_user") || key === "hauler_company";
    const known = isName ? (was === null ? null : undefined) : (words[key] ?? null);
    if (known === undefined || (known === null ? null : String(known)) !== was) return null;
    historyValues[key] = was;
  }
  return { patch, said: historyValues };
}
