import { TextArea } from "~/ui/field";
import { Box, Time } from "~/ui/parts";
import { paths } from "~/web/paths";
import type { TicketPage } from "./detail.server";

/** Comments, newest first, and the form for one more where that is permitted. */
export function TicketComments({ ticket: t, submissionId }: { ticket: TicketPage; submissionId: string }) {
  return (
    <Box title="Comments" full id="comments">
      {t.comments.length ? (
        <ol className="timeline">
          {t.comments.map((c) => (
            <li key={c.id}>
              <p>{c.content}</p>
              <span className="soft small">
                <Time {...c.when} /> · {c.who}, {c.company}
                {c.edited ? " · edited" : ""}
              </span>
              {c.mine && t.can_edit.comment ? (
                <a className="small" href={`${paths.ticket(t.id)}/comments/${c.id}`}>
                  Edit or remove
                </a>
              ) : null}
            </li>
          ))}
        </ol>
      ) : (
        <p className="soft">No comments yet.</p>
      )}
      {t.can_edit.comment ? (
        <form method="post" action={`${paths.ticket(t.id)}/comments`} className="stack screen-only">
          <input type="hidden" name="submission_id" value={`${submissionId}-comment`} />
          <TextArea field={{ id: "content", name: "content" }} label="Comment" maxLength={2000} rows={2} />
          <div>
            <button type="submit" className="button">
              Add comment
            </button>
          </div>
        </form>
      ) : null}
    </Box>
  );
}
