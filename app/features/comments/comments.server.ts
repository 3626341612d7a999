import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { comment } from "#db/schema";
import { historySteps, type NewEntry } from "~/features/history/history.server";
import { visibleTicket } from "~/features/trip-tickets/ticket-row.server";
import { subjectOf } from "~/features/trip-tickets/write.server";
import { type CompanyActor, creatorOf, isCreator } from "~/web/actor";
import { mustHit } from "~/web/commit.server";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden, missing, stale } from "~/web/refusal";

export const MOST_CHARACTERS = 2000;

export const commentInput = z
  .string("Comment is required")
  .trim()
  .min(1, "Comment is required")
  .max(MOST_CHARACTERS, `A comment has ${MOST_CHARACTERS.toLocaleString("en-US")} characters at most`);

const CLOSED = "Your company cannot comment on this ticket as it stands now.";
const NOT_YOURS = "Only who wrote a comment can change or remove it.";

/** Writes a comment on a ticket. */
export const addComment = procedure({
  name: "addComment",
  may: "comment.create",
  input: z.strictObject({ trip_ticket_id: z.number().int(), content: commentInput }),
  async run(ctx, input) {
    const ticket = await visibleTicket(ctx, input.trip_ticket_id);
    if (!ticket.can_edit.comment) throw forbidden(CLOSED);
    const { steps, entry } = commentSteps(ctx, input.trip_ticket_id, input.content);
    return ctx.commit([...steps, ...(await historySteps(ctx, subjectOf(ticket), [entry]))], {
      id: input.trip_ticket_id,
      comment_id: sql<number>`(SELECT max(id) FROM comment)`,
    });
  },
});

/** The steps that write a comment on a ticket, and its entry in the history. */
export function commentSteps(ctx: Ctx<CompanyActor>, ticketId: number, content: string) {
  const now = ctx.now.toISOString();
  const row = { trip_ticket_id: ticketId, content, created_at: now, last_modified_at: now };
  const steps = [mustHit(ctx.write.insert(comment).values({ ...row, ...creatorOf(ctx.actor) }))];
  const entry: NewEntry = { activity: "comment_added", details: { content } };
  return { steps, entry };
}

/** A comment of a visible ticket that the acting person, or key, wrote, to be edited or removed. */
async function ownComment(ctx: Ctx<CompanyActor>, ticketId: number, commentId: number) {
  const ticket = await visibleTicket(ctx, ticketId);
  const [row] = await ctx.read
    .select()
    .from(comment)
    .where(
      and(eq(comment.id, commentId), eq(comment.trip_ticket_id, ticketId), eq(comment.is_deleted, false)),
    );
  if (!row) throw missing("This comment does not exist any more.");
  if (!isCreator(ctx.actor, row)) throw forbidden(NOT_YOURS);
  if (!ticket.can_edit.comment) throw forbidden(CLOSED);
  return { ticket, row };
}

const named = { trip_ticket_id: z.number().int(), comment_id: z.number().int() };

export const getOwnComment = procedure({
  name: "getOwnComment",
  may: "comment.read",
  input: z.strictObject(named),
  async run(ctx, input) {
    const { ticket, row } = await ownComment(ctx, input.trip_ticket_id, input.comment_id);
    return {
      id: row.id,
      ticket_id: input.trip_ticket_id,
      number: ticket.row.trip_ticket.trip_ticket_number,
      content: row.content,
      version: row.version,
    };
  },
});

/** Changes a comment of one's own. */
export const updateComment = procedure({
  name: "updateComment",
  may: "comment.update",
  input: z.strictObject({ ...named, version: z.number().int(), content: commentInput }),
  async run(ctx, input) {
    const { ticket, row } = await ownComment(ctx, input.trip_ticket_id, input.comment_id);
    if (row.version !== input.version - 1) throw stale({ content: row.content, version: row.version });
    if (row.content === input.content) return { id: input.trip_ticket_id };
    const diffs = [{ key: "comment", saved: row.content, updated: input.content }];
    return ctx.commit(
      [
        mustHit(
          ctx.write
            .update(comment)
            .set({ content: input.content, version: input.version, last_modified_at: ctx.now.toISOString() })
            .where(and(eq(comment.id, row.id), eq(comment.version, row.version))),
        ),
        ...(await historySteps(ctx, subjectOf(ticket), [
          { activity: "comment_updated", details: { diffs } },
        ])),
      ],
      { id: input.trip_ticket_id },
    );
  },
});

/** Removes a comment of one's own; its words stay in the history. */
export const removeComment = procedure({
  name: "removeComment",
  may: "comment.delete",
  input: z.strictObject({ ...named, version: z.number().int() }),
  async run(ctx, input) {
    const { ticket, row } = await ownComment(ctx, input.trip_ticket_id, input.comment_id);
    if (row.version !== input.version - 1) throw stale({ content: row.content, version: row.version });
    return ctx.commit(
      [
        mustHit(
          ctx.write
            .update(comment)
            .set({ is_deleted: true, version: input.version })
            .where(and(eq(comment.id, row.id), eq(comment.version, row.version))),
        ),
        ...(await historySteps(ctx, subjectOf(ticket), [
          { activity: "comment_removed", details: { content: row.content } },
        ])),
      ],
      { id: input.trip_ticket_id },
    );
  },
});
