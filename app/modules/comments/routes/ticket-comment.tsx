import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createBreadcrumbHandle } from "~/ui/naming";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { getOwnComment, updateComment } from "../data/comments.server";
import { OwnCommentForm } from "../ui/own-comment";

export const meta: MetaFunction = () => [{ title: "Edit comment · Timbertally" }];

const namedBy = (params: LoaderFunctionArgs["params"]) => ({
  trip_ticket_id: parseId(params.ticketId),
  comment_id: parseId(params.commentId),
});

export async function loader(args: LoaderFunctionArgs) {
  const comment = await callProcedure(getOwnComment, await createContext(args), namedBy(args.params));
  return { comment, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/trip-tickets/:ticketId/comments/:commentId": () => "Edit",
});

export async function action(args: ActionFunctionArgs) {
  return submit(updateComment, args, {
    fixed: namedBy(args.params),
    to: ({ id }) => `${paths.ticket(id)}#comments`,
  });
}

export default function EditComment() {
  const { comment, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const ticket = paths.ticket(comment.ticket_id);
  return (
    <OwnCommentForm
      comment={comment}
      result={result}
      submissionId={submission_id}
      removal={`${ticket}/comments/${comment.id}/removal`}
      back={{ href: ticket, label: "Back to ticket" }}
    />
  );
}
