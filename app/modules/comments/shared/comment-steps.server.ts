import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { comment } from "#db/schema";
import {
  buildHistorySteps,
  type HistorySubject,
  type NewHistoryEntry,
} from "~/modules/history/shared/history.server";
import { type CompanyActor, isCreator, toCreator } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";
import { forbidden, notFound } from "~/web/refusal";
import { isUnchanged, requireVersion } from "~/web/revise.server";

/** Subject of a comment: a ticket or a job whose visibility the caller has checked. */
export type CommentSubject = { trip_ticket_id: number } | { job_id: number };
export type CommentRow = typeof comment.$inferSelect;

/** Maximum number of characters in a comment. */
const MAX_CHARACTERS = 2000;

/** Schema of a comment's text. */
export const commentInput = z
  .string("Comment is required")
  .trim()
  .min(1, "Comment is required")
  .max(MAX_CHARACTERS, `A comment can be at most ${MAX_CHARACTERS.toLocaleString("en-US")} characters`);

const NOT_YOURS = "Only the person who wrote a comment can change or remove it.";

/** Return the condition for comments on this subject. */
export const isCommentOn = (place: CommentSubject) =>
  "job_id" in place ? eq(comment.job_id, place.job_id) : eq(comment.trip_ticket_id, place.trip_ticket_id);

/** Build the steps that write a comment and its history entry. */
export function buildCommentSteps(ctx: Ctx<CompanyActor>, place: CommentSubject, content: string) {
  const now = ctx.now.toISOString();
  const row = { ...place, content, created_at: now, last_modified_at: now };
  const steps = [expectOneRow(ctx.write.insert(comment).values({ ...row, ...toCreator(ctx.actor) }))];
  const entry: NewHistoryEntry = { activity: "comment_added", details: { content } };
  return { steps, entry };
}

/** Load a comment on this subject for editing or removal; only its author, a user or an API key, may do so. */
export async function requireOwnComment(
  ctx: Ctx<CompanyActor>,
  place: CommentSubject,
  commentId: number,
): Promise<CommentRow> {
  const [row] = await ctx.read
    .select()
    .from(comment)
    .where(and(eq(comment.id, commentId), isCommentOn(place), eq(comment.is_deleted, false)));
  if (!row) throw notFound("This comment no longer exists.");
  if (!isCreator(ctx.actor, row)) throw forbidden(NOT_YOURS);
  return row;
}

/**
 * Build the steps that change a comment's text if it hasn't changed since it was read; no steps if the text is the
 * same.
 */
export async function buildUpdateCommentSteps(
  ctx: Ctx,
  subject: HistorySubject,
  row: CommentRow,
  { version, content }: { version: number; content: string },
): Promise<Step[]> {
  refuseStale(row, version);
  if (isUnchanged(row, { content })) return [];
  const diffs = [{ key: "comment", saved: row.content, updated: content }];
  const set = { content, version, last_modified_at: ctx.now.toISOString() };
  return [
    expectOneRow(ctx.write.update(comment).set(set).where(stillAsRead(row))),
    ...(await buildHistorySteps(ctx, subject, [{ activity: "comment_updated", details: { diffs } }])),
  ];
}

/** Build the steps that remove a comment; its text stays in the history. */
export async function buildCommentRemovalSteps(
  ctx: Ctx,
  subject: HistorySubject,
  row: CommentRow,
  version: number,
): Promise<Step[]> {
  refuseStale(row, version);
  return [
    expectOneRow(ctx.write.update(comment).set({ is_deleted: true, version }).where(stillAsRead(row))),
    ...(await buildHistorySteps(ctx, subject, [
      { activity: "comment_removed", details: { content: row.content } },
    ])),
  ];
}

const stillAsRead = (row: CommentRow) => and(eq(comment.id, row.id), eq(comment.version, row.version));

function refuseStale(row: CommentRow, version: number) {
  requireVersion(row, version, { content: row.content, version: row.version });
}
