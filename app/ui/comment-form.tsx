import { compared } from "~/ui/compare";
import { Conflict } from "~/ui/conflict";
import { ErrorSummary, TextArea } from "~/ui/field";
import { VersionField } from "~/ui/version-field";
import type { FormReply } from "~/web/respond.server";

/** The words of a comment, with what was typed in them whatever the answer was. */
export function CommentForm({
  result,
  submissionId,
  button,
  content,
  version,
  action,
}: {
  result?: FormReply;
  submissionId: string;
  button: string;
  content?: string;
  version?: number;
  /** Where it goes, where that is not the page itself. */
  action?: string;
}) {
  const typed = result?.reply.initialValue?.content;
  const errors = result?.reply.error ?? {};
  const conflict = result?.conflict;
  return (
    <form method="post" action={action} className="stack">
      {conflict ? (
        <Conflict
          rows={compared([{ name: "content", label: "Comment" }], result.reply.initialValue ?? {}, conflict)}
          by={result.saved_by}
          href="?"
          what="the comment"
        />
      ) : (
        <ErrorSummary formErrors={errors[""] ?? undefined} />
      )}
      <input type="hidden" name="submission_id" value={submissionId} />
      {version === undefined ? null : <VersionField of={version} result={result} />}
      <TextArea
        field={{
          id: "comment",
          name: "content",
          defaultValue: result ? (typeof typed === "string" ? typed : "") : content,
          errors: errors.content ?? undefined,
        }}
        label="Comment"
        maxLength={2000}
      />
      <div>
        <p data-syncing hidden role="status" className="soft">
          Saving…
        </p>
        <button type="submit" className="button">
          {button}
        </button>
      </div>
    </form>
  );
}
