import { CommentForm } from "~/ui/comment-form";
import { DetailBox, Time } from "~/ui/parts";
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
      {t.comments.length ? (
        <ol className="timeline">
          {t.comments.map((c) => (
            <li key={c.id}>
              <p>{c.content}</p>
              <span className="soft small">
                <Time {...c.when} /> · {c.who}, {c.company}
                {c.edited ? " · edited" : ""}
              </span>{" "}
              {c.mine && t.can_edit.comment ? (
                <a className="small" href={`${paths.ticket(t.id)}/comments/${c.id}`}>
                  Edit or remove
                </a>
              ) : null}
            </li>
          ))}
        </ol>
      ) : (
        <p className="soft">{t.may_read.comments ? "No comments yet." : "Your crew can't read comments."}</p>
      )}
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
