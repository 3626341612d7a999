import { ActionForm } from "~/ui/action-form";
import { TextArea } from "~/ui/field";
import type { FormReply } from "~/web/form-action.server";

/** Form with a comment's text field, which keeps the typed text whatever the response. */
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
  /** Target URL, if it is not the page itself. */
  action?: string;
}) {
  const typed = result?.reply.initialValue?.content;
  const errors = result?.reply.error ?? {};
  return (
    <ActionForm
      action={action}
      result={result}
      submissionId={submissionId}
      version={version}
      conflict={{ fields: [{ name: "content", label: "Comment" }], href: "?", what: "the comment" }}
      saving
      button={button}
      plain
    >
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
    </ActionForm>
  );
}
