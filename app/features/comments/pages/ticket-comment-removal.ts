import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { removeComment } from "~/features/comments/comments.server";
import { paths } from "~/web/paths";
import { postOnly } from "~/web/post-only.server";
import { idOf } from "~/web/respond.server";

export const loader = ({ params }: LoaderFunctionArgs) => redirect(paths.ticket(idOf(params.ticketId)));

export const action = (args: ActionFunctionArgs) => {
  const ticketId = idOf(args.params.ticketId);
  const fixed = { trip_ticket_id: ticketId, comment_id: idOf(args.params.commentId) };
  return postOnly(removeComment, args, `${paths.ticket(ticketId)}#comments`, fixed);
};

/** A refusal is shown as a page, so this is the route of one; done, it leads on. */
export default function Posted() {
  return null;
}
