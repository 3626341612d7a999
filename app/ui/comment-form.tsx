import { ActionForm } from "~/ui/action-form";
import { TextArea } from "~/ui/field";
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
