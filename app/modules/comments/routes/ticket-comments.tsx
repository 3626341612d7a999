import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { getTicketPage } from "~/modules/trip-tickets/shared/detail.server";
import { TicketComments } from "~/modules/trip-tickets/shared/ticket-comments";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { addComment } from "../data/comments.server";

export const meta: MetaFunction = () => [{ title: "Comments · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ticket = await callProcedure(getTicketPage, await createContext(args), {
    id: parseId(args.params.ticketId),
  });
  return { ticket, submission_id: createSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  return submit(addComment, args, {
    fixed: { trip_ticket_id: parseId(args.params.ticketId) },
    to: ({ id }) => `${paths.ticket(id)}#comments`,
  });
}

export default function Comments() {
  const { ticket, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="stack">
      <TicketComments ticket={ticket} submissionId={submission_id} result={result} />
      <a href={paths.ticket(ticket.id)}>Back to ticket</a>
    </div>
  );
}
