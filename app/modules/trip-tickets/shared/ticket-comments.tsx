import { CommentList } from "~/modules/comments/shared/comment-list";
import { CommentForm } from "~/ui/comment-form";
import { DetailBox } from "~/ui/parts";
import type { FormReply } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import type { TicketPage } from "./detail.server";

/** Comments, newest first, and the form for adding one if permitted. */
export function TicketComments({
  ticket: t,
  submissionId,
  result,
}: {
  ticket: TicketPage;
  submissionId: string;
  result?: FormReply;
}) {
  return (
    <DetailBox title="Comments" full id="comments">
      <CommentList
        comments={t.comments}
        canEdit={t.can_edit.comment}
        pageHref={(id) => `${paths.ticket(t.id)}/comments/${id}`}
        none={t.may_read.comments ? "No comments yet." : "Your crew can't read comments."}
      />
      {t.can_edit.comment ? (
        <div className="screen-only">
          <CommentForm
            action={`${paths.ticket(t.id)}/comments`}
            result={result}
            submissionId={result?.submission_id ?? `${submissionId}-comment`}
            button="Add comment"
          />
        </div>
      ) : null}
    </DetailBox>
  );
}
