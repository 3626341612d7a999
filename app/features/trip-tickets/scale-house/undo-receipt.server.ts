import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { auditEntry } from "#db/schema";
import { type VisibleTicket, visibleTicket } from "~/core/tickets/ticket-row.server";
import {
  checkVersion,
  commitTicketPatch,
  type Said,
  saidOf,
  type TicketPatch,
} from "~/core/tickets/write.server";
import { UNDONE } from "~/domain/history/headline";
import { procedure } from "~/web/procedure";
import { notNow } from "~/web/refusal";
import { type LastChange, statusNamed } from "../undo";
import { receiptUndoneOutput } from "./output";
import { AT_SCALE, UNDO_HOURS } from "./words";

/** Whether the last change of a load is its receipt at the acting company's scale, within this shift. */
export function isReceipt(last: LastChange | undefined, company: number, now: Date): last is LastChange {
  if (!last?.details.content?.startsWith(AT_SCALE) || last.creator_company_id !== company) return false;
  const age = now.getTime() - Date.parse(last.created_at);
  return age >= 0 && age <= UNDO_HOURS * 3_600_000;
}

const TOO_LATE = "It's too late to undo this. Change the ticket instead.";

/**
 * Take back a load's receipt at the scale house: its status, times, people and weights are what they were before, as
 * its history holds them. Anyone at the scale may, for a shift, while nothing else has changed.
 */
export const undoReceipt = procedure({
  name: "undoReceipt",
  may: "trip_ticket.update",
  input: z.strictObject({ id: z.number().int(), version: z.number().int() }),
  output: receiptUndoneOutput,
  async run(ctx, { id, version }) {
    const ticket = await visibleTicket(ctx, id);
    checkVersion(ticket, version);
    if (!ticket.can_edit.received_at || ticket.row.settlement_paid) throw notNow(TOO_LATE);
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
    const at = entries.findLastIndex((entry) => entry.activity === "trip_ticket_updated");
    const last = entries[at];
    if (!isReceipt(last, ctx.actor.company.id, ctx.now)) throw notNow(TOO_LATE);
    const undoing = before(ticket, entries.slice(0, at), last);
    if (!undoing) throw notNow(TOO_LATE);
    return commitTicketPatch(ctx, ticket, version, undoing.patch, undoing.said, { content: UNDONE });
  },
});

type Entry = Pick<typeof auditEntry.$inferSelect, "activity" | "details">;

/** What the columns of the last entry held before it; null where the history can't say. */
function before(
  ticket: VisibleTicket,
  earlier: Entry[],
  last: LastChange & Pick<Entry, "details">,
): { patch: TicketPatch; said: Said } | null {
  const columns = Object.keys(last.details.row ?? {});
  if (columns.length === 0) return null;
  const held = new Map<string, unknown>(columns.map((column) => [column, null]));
  for (const { details } of earlier)
    for (const [column, value] of Object.entries(details.row ?? {}))
      if (held.has(column)) held.set(column, value);
  const diffs = last.details.diffs ?? [];
  const status = diffs.find((diff) => diff.key === "trip_ticket_status");
  // Where the status was given before histories kept columns, its name says it.
  if (status) held.set("trip_ticket_status_id", statusNamed(status.saved) ?? null);
  const patch: TicketPatch = Object.fromEntries(held);
  const row = {
    ...ticket.row,
    trip_ticket: { ...ticket.row.trip_ticket, ...patch },
  };
  const words = saidOf(row);
  const said: Said = {};
  for (const { key, saved } of diffs) {
    const was = saved === null || saved === undefined ? null : String(saved);
    // Who received, scaled and hauled has a name of its own; it is taken back where there was nobody.
    const isName = key.endsWith("_user") || key === "hauler_company";
    const known = isName ? (was === null ? null : undefined) : (words[key] ?? null);
    if (known === undefined || (known === null ? null : String(known)) !== was) return null;
    said[key] = was;
  }
  return { patch, said };
}
