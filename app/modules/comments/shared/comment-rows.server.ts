import { and, count, desc, eq } from "drizzle-orm";
import { comment, company, user } from "#db/schema";
import { formatCreator } from "~/modules/history/rules/creator";
import type { CompanyActor } from "~/web/actor";
import { getRowLimit, type Paging } from "~/web/paging";
import type { Ctx } from "~/web/procedure";
import { type CommentSubject, isCommentOn } from "./comment-steps.server";

/** Read a page of comments on a job or ticket whose visibility the caller has checked, newest first; and their number. */
export async function readCommentRows(
  ctx: Ctx<CompanyActor>,
  subject: CommentSubject,
  { take, skip }: Paging,
) {
  const where = and(isCommentOn(subject), eq(comment.is_deleted, false));
  const [rows, [counted]] = await Promise.all([
    ctx.read
      .select({ comment, first_name: user.first_name, last_name: user.last_name, company: company.name })
      .from(comment)
      .leftJoin(user, eq(user.id, comment.creator_user_id))
      .innerJoin(company, eq(company.id, comment.creator_company_id))
      .where(where)
      .orderBy(desc(comment.id))
      .limit(getRowLimit(take))
      .offset(skip),
    ctx.read.select({ n: count() }).from(comment).where(where),
  ]);
  return { rows, total: counted?.n ?? 0 };
}

/** List comments on a job or ticket for API clients. */
export async function listCommentsOn(
  ctx: Ctx<CompanyActor>,
  subject: CommentSubject,
  { take, skip }: Paging,
) {
  const { rows, total } = await readCommentRows(ctx, subject, { take, skip });
  const comments = rows.map((r) => ({
    id: r.comment.id,
    content: r.comment.content,
    created_at: r.comment.created_at,
    last_modified_at: r.comment.last_modified_at,
    version: r.comment.version,
    ...formatCreator({ ...r, ...r.comment }),
  }));
  return { comments, meta: { total, skip, take } };
}
