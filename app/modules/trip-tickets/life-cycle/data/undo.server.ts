import { and, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Read } from "#db/client.server";
import { prepareQuery } from "#db/prepared.server";
import { auditEntry, company, user } from "#db/schema";
import { UNDO_NOTE } from "~/modules/history/rules/headline";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { unprocessable } from "~/web/refusal";
import { LIFECYCLE_RULES, RECEIVED_LABEL, VERB_LABELS } from "../../rules/lifecycle";
import { getStatusLabel } from "../../rules/trip-ticket";
import { requireVisibleTicket, type VisibleTicket } from "../../shared/ticket-row.server";
import { commitTicketPatch, requireTicketVersion, type TicketPatch } from "../../shared/write.server";
import { planUndo, STEP_UNDO_SECONDS, type UndoPlan } from "../rules/undo";

const findLastChange = prepareQuery((read) =>
  read
    .select({
      activity: auditEntry.activity,
      created_at: auditEntry.created_at,
      creator_user_id: auditEntry.creator_user_id,
      creator_company_id: auditEntry.creator_company_id,
      details: auditEntry.details,
      creator_label: auditEntry.creator_label,
      first_name: user.first_name,
      last_name: user.last_name,
      company: company.name,
    })
    .from(auditEntry)
    .leftJoin(user, eq(user.id, auditEntry.creator_user_id))
    .leftJoin(company, eq(company.id, auditEntry.creator_company_id))
    .where(
      and(
        eq(auditEntry.trip_ticket_id, sql.placeholder("ticket")),
        eq(auditEntry.activity, "trip_ticket_updated"),
      ),
    )
    .orderBy(desc(auditEntry.seq))
    .limit(1),
);

/** Return the last history entry that changed a ticket's own fields. */
export const readLastChange = async (read: Read, ticket: number) =>
  (await findLastChange(read, { ticket }))[0];

export const getUndoActor = (actor: CompanyActor) => ({ user: actor.user?.id, company: actor.company.id });

/**
 * Undo an action that the acting user did within the last minute: the load returns to its previous status and times.
 * History records both the action and its undo. Any later change by any user prevents undoing.
 */
export const undoStep = procedure({
  name: "undoStep",
  may: "trip_ticket.update",
  input: z.strictObject({ id: z.number().int(), version: z.number().int() }),
  async run(ctx, { id, version }) {
    const ticket = await requireVisibleTicket(ctx, id);
    requireTicketVersion(ticket, version);
    const t = ticket.row.trip_ticket;
    const undoing = planUndo(await readLastChange(ctx.read, id), getUndoActor(ctx.actor), ctx.now);
    if (!undoing || undoing.from !== t.trip_ticket_status_id || ticket.row.settlement_paid)
      throw unprocessable("It's too late to undo this. Change the ticket instead.");
    const patch: TicketPatch = { trip_ticket_status_id: undoing.back_to, ...undoing.times };
    if (undoing.clears_receiver) patch.receiver_user_id = null;
    const result = {
      trip_ticket_status: getStatusLabel(undoing.back_to),
      ...undoing.times,
      ...(undoing.clears_receiver ? { receiver_user: null } : {}),
    };
    return commitTicketPatch(ctx, ticket, version, patch, result, { content: UNDO_NOTE });
  },
});

/** Return the action that a ticket's page offers to undo, and the seconds left to do so. */
export async function readUndoOffer(ctx: Ctx<CompanyActor>, { row }: VisibleTicket) {
  const { id, trip_ticket_status_id, last_modified_at } = row.trip_ticket;
  const left = STEP_UNDO_SECONDS - (ctx.now.getTime() - Date.parse(last_modified_at)) / 1000;
  if (left < 0 || !ctx.actor.permissions.trip_ticket.update || row.settlement_paid) return null;
  const last = await readLastChange(ctx.read, id);
  const undoing = planUndo(last, getUndoActor(ctx.actor), ctx.now);
  if (!last || undoing?.from !== trip_ticket_status_id) return null;
  return { done: doneWords(undoing), at: last.created_at, seconds: Math.ceil(left) };
}

/** Return the label of the completed action, as on its button. */
function doneWords({ back_to, from, times }: UndoPlan): string {
  if ("received_at" in times) return RECEIVED_LABEL;
  const rule = LIFECYCLE_RULES.find((r) => r.to === from && r.from.includes(back_to));
  return rule ? VERB_LABELS[rule.verb] : getStatusLabel(from);
}
