import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { CommentForm } from "~/features/comments/comment-form";
import { addComment } from "~/features/comments/comments.server";
import { PageHead } from "~/ui/parts";
import { paths } from "~/web/paths";
import { idOf, submit } from "~/web/respond.server";

export const meta: MetaFunction = () => [{ title: "Comment · Timbertally" }];

/** Comments stand on their ticket's page. */
export const loader = ({ params }: LoaderFunctionArgs) => {
  throw redirect(`${paths.ticket(idOf(params.ticketId))}#comments`);
};

export async function action(args: ActionFunctionArgs) {
  return submit(addComment, args, {
    fixed: { trip_ticket_id: idOf(args.params.ticketId) },
    to: ({ id }) => `${paths.ticket(id)}#comments`,
  });
}

/** Shown only where a comment was refused: the words are kept. */
export default function Comment() {
  const result = useActionData<typeof action>();
  return (
    <div className="narrow">
      <PageHead title="Comment" />
      <CommentForm result={result} submissionId={result?.submission_id ?? ""} button="Add comment" />
    </div>
  );
}
