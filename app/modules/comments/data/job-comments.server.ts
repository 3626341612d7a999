import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { comment } from "#db/schema";
import { formatCreatorName } from "~/modules/history/rules/creator";
import { buildHistorySteps } from "~/modules/history/shared/history.server";
import { createHistoryFormat } from "~/modules/history/shared/words.server";
import { requireJobRight } from "~/modules/jobs/shared/authorize.server";
import { buildCommentNotificationSteps } from "~/modules/notifications/shared/comment-notices.server";
import { type CompanyActor, isCreator } from "~/web/actor";
import { idOutput } from "~/web/output";
import { pagingParams } from "~/web/paging";
import { type Ctx, procedure } from "~/web/procedure";
import { commentsOutput, createdCommentOutput } from "../rules/output";
import { listCommentsOn, readCommentRows } from "../shared/comment-rows.server";
import {
  buildCommentRemovalSteps,
  buildCommentSteps,
  buildUpdateCommentSteps,
  commentInput,
  requireOwnComment,
} from "../shared/comment-steps.server";

/** Number of comments per page; the page links to older ones. */
export const COMMENTS_PAGE_SIZE = 20;

/** Return a page of a job's comments, newest first. */
export const getJobComments = procedure({
  name: "getJobComments",
  may: "comment.read",
  input: z.strictObject({ id: z.number().int(), page: z.number().int().min(0).max(100_000).default(0) }),
  async run(ctx, { id, page }) {
    const job = await requireJobRight(ctx, id, "see_comments");
    const { rows, total } = await readCommentRows(
      ctx,
      { job_id: id },
      { take: COMMENTS_PAGE_SIZE, skip: page * COMMENTS_PAGE_SIZE },
    );
    const words = createHistoryFormat(ctx);
    return {
      id,
      total,
      page,
      may_add: job.rights.add_comment,
      comments: rows.map((r) => ({
        id: r.comment.id,
        content: r.comment.content,
        who: formatCreatorName({ ...r, ...r.comment }),
        company: r.company,
        when: { at: r.comment.created_at, text: words.instant(r.comment.created_at) },
        edited: r.comment.version > 1,
        mine: isCreator(ctx.actor, r.comment),
      })),
    };
  },
});

/** List a job's comments for API clients; without a job the list is empty (docs/domain.md#programs). */
export const listJobComments = procedure({
  name: "listJobComments",
  may: "comment.read",
  input: z.strictObject({ job_id: z.number().int(), ...pagingParams }),
  output: commentsOutput,
  async run(ctx, { job_id, take, skip }) {
    if (job_id === 0) return { comments: [], meta: { total: 0, skip, take } };
    await requireJobRight(ctx, job_id, "see_comments");
    return listCommentsOn(ctx, { job_id }, { take, skip });
  },
});

/** Add a comment to a job. */
export const addJobComment = procedure({
  name: "addJobComment",
  limit: { work: "comments" },
  may: "comment.create",
  input: z.strictObject({ job_id: z.number().int(), content: commentInput }),
  output: createdCommentOutput("job"),
  async run(ctx, { job_id, content }) {
    const job = await requireJobRight(ctx, job_id, "add_comment");
    const { steps, entry } = buildCommentSteps(ctx, { job_id }, content);
    const news = buildCommentNotificationSteps(ctx, { job: job.job });
    return ctx.commit([...steps, ...(await buildHistorySteps(ctx, job.subject, [entry])), ...news], {
      id: job_id,
      comment_id: selectInsertedId(comment),
    });
  },
});

const named = { job_id: z.number().int(), comment_id: z.number().int() };

/** Return the user's own comment on a job whose comments the user may see, to be edited or removed. */
async function ownOfJob(
  ctx: Ctx<CompanyActor>,
  { job_id, comment_id }: { job_id: number; comment_id: number },
) {
  const job = await requireJobRight(ctx, job_id, "see_comments");
  return { found: job, row: await requireOwnComment(ctx, { job_id }, comment_id) };
}

export const getOwnJobComment = procedure({
  name: "getOwnJobComment",
  may: "comment.read",
  input: z.strictObject(named),
  async run(ctx, input) {
    const { found, row } = await ownOfJob(ctx, input);
    return {
      id: row.id,
      job_id: input.job_id,
      job: found.job.name,
      content: row.content,
      version: row.version,
    };
  },
});

/** Change the user's own comment. */
export const updateJobComment = procedure({
  name: "updateJobComment",
  limit: { work: "comments" },
  may: "comment.update",
  input: z.strictObject({ ...named, version: z.number().int(), content: commentInput }),
  output: idOutput,
  async run(ctx, input) {
    const { found, row } = await ownOfJob(ctx, input);
    const steps = await buildUpdateCommentSteps(ctx, found.subject, row, input);
    return steps.length ? ctx.commit(steps, { id: input.job_id }) : { id: input.job_id };
  },
});

/** Remove the user's own comment; its text stays in the history. */
export const removeJobComment = procedure({
  name: "removeJobComment",
  may: "comment.delete",
  input: z.strictObject({ ...named, version: z.number().int() }),
  output: idOutput,
  async run(ctx, input) {
    const { found, row } = await ownOfJob(ctx, input);
    const steps = await buildCommentRemovalSteps(ctx, found.subject, row, input.version);
    return ctx.commit(steps, { id: input.job_id });
  },
});
