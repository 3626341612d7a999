import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { comment } from "#db/schema";
import { buildHistorySteps } from "~/modules/history/shared/history.server";
import { buildCommentNotificationSteps } from "~/modules/notifications/shared/comment-notices.server";
import { requireVisibleTicket } from "~/modules/trip-tickets/shared/ticket-row.server";
import { getHistorySubject } from "~/modules/trip-tickets/shared/write.server";
import type { CompanyActor } from "~/web/actor";
import { idOutput } from "~/web/output";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden } from "~/web/refusal";
import { createdCommentOutput } from "../rules/output";
import {
  buildCommentRemovalSteps,
  buildCommentSteps,
  buildUpdateCommentSteps,
  commentInput,
  requireOwnComment,
} from "../shared/comment-steps.server";

const CLOSED = "Your company can't comment on this ticket right now.";

/** Add a comment to a ticket. */
export const addComment = procedure({
  name: "addComment",
  limit: { work: "comments" },
  may: "comment.create",
  input: z.strictObject({ trip_ticket_id: z.number().int(), content: commentInput }),
  output: createdCommentOutput("ticket"),
  async run(ctx, input) {
    const ticket = await requireVisibleTicket(ctx, input.trip_ticket_id);
    if (!ticket.can_edit.comment) throw forbidden(CLOSED);
    const place = { trip_ticket_id: input.trip_ticket_id };
    const { steps, entry } = buildCommentSteps(ctx, place, input.content);
    const { trip_ticket: t, job } = ticket.row;
    const news = buildCommentNotificationSteps(ctx, { ticket: t.id, number: t.trip_ticket_number, job });
    return ctx.commit(
      [...steps, ...(await buildHistorySteps(ctx, getHistorySubject(ticket), [entry])), ...news],
      {
        id: input.trip_ticket_id,
        comment_id: selectInsertedId(comment),
      },
    );
  },
});

const named = { trip_ticket_id: z.number().int(), comment_id: z.number().int() };

/** Return the user's own comment on a visible ticket, to be edited or removed. */
async function ownOfTicket(ctx: Ctx<CompanyActor>, input: { trip_ticket_id: number; comment_id: number }) {
  const ticket = await requireVisibleTicket(ctx, input.trip_ticket_id);
  const row = await requireOwnComment(ctx, { trip_ticket_id: input.trip_ticket_id }, input.comment_id);
  if (!ticket.can_edit.comment) throw forbidden(CLOSED);
  return { ticket, row };
}

export const getOwnComment = procedure({
  name: "getOwnComment",
  may: "comment.read",
  input: z.strictObject(named),
  async run(ctx, input) {
    const { ticket, row } = await ownOfTicket(ctx, input);
    return {
      id: row.id,
      ticket_id: input.trip_ticket_id,
      number: ticket.row.trip_ticket.trip_ticket_number,
      content: row.content,
      version: row.version,
    };
  },
});

/** Change the user's own comment. */
export const updateComment = procedure({
  name: "updateComment",
  limit: { work: "comments" },
  may: "comment.update",
  input: z.strictObject({ ...named, version: z.number().int(), content: commentInput }),
  output: idOutput,
  async run(ctx, input) {
    const { ticket, row } = await ownOfTicket(ctx, input);
    const steps = await buildUpdateCommentSteps(ctx, getHistorySubject(ticket), row, input);
    const id = input.trip_ticket_id;
    return steps.length ? ctx.commit(steps, { id }) : { id };
  },
});

/** Remove the user's own comment; its text stays in the history. */
export const removeComment = procedure({
  name: "removeComment",
  may: "comment.delete",
  input: z.strictObject({ ...named, version: z.number().int() }),
  output: idOutput,
  async run(ctx, input) {
    const { ticket, row } = await ownOfTicket(ctx, input);
    const steps = await buildCommentRemovalSteps(ctx, getHistorySubject(ticket), row, input.version);
    return ctx.commit(steps, { id: input.trip_ticket_id });
  },
});
