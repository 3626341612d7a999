import { ActionForm } from "~/ui/action-form";
import { CommentForm } from "~/ui/comment-form";
import { PageHead } from "~/ui/parts";
import type { FormReply } from "~/web/form-action.server";

/** Form to change the user's own comment, with a link to remove the comment. */
export function OwnCommentForm(props: {
  comment: { content: string; version: number };
  result?: FormReply;
  submissionId: string;
  /** URL that removes the comment. */
  removal: string;
  back: { href: string; label: string };
}) {
  const { comment, result, submissionId } = props;
  return (
    <div className="narrow stack loose">
      <PageHead title="Edit comment" />
      <CommentForm
        result={result}
        submissionId={result?.submission_id ?? submissionId}
        button="Save"
        content={comment.content}
        version={comment.version}
      />
      <ActionForm
        action={props.removal}
        submissionId={`${submissionId}-removal`}
        version={comment.version}
        className="row"
        button="Remove this comment"
        danger
        back={props.back}
      />
    </div>
  );
}
