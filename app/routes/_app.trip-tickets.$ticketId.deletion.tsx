import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { getTicketPage } from "~/features/trip-tickets/detail.server";
import { deleteTicket } from "~/features/trip-tickets/move.server";
import { DELETING } from "~/features/trip-tickets/ticket-steps";
import { ErrorSummary } from "~/ui/field";
import { PageHead } from "~/ui/parts";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Delete a trip ticket · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ticket = await call(getTicketPage, await context(args), { id: idOf(args.params.ticketId) });
  const { id, number, version, product, job } = ticket;
  return { id, number, version, product, job: job.name, submission_id: newSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  return submit(deleteTicket, args, { fixed: { id: idOf(args.params.ticketId) }, to: () => paths.tickets });
}

export default function Deletion() {
  const ticket = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow">
      <PageHead
        title={`Delete ticket ${ticket.number}`}
        lede={`${ticket.product}, ${ticket.job}. ${DELETING}`}
      />
      <form method="post" className="stack">
        <ErrorSummary formErrors={result?.reply.error?.[""] ?? undefined} />
        <input type="hidden" name="version" value={ticket.version + 1} />
        <input type="hidden" name="submission_id" value={result?.submission_id ?? ticket.submission_id} />
        <div className="row">
          <button type="submit" className="button danger">
            Delete ticket {ticket.number}
          </button>{" "}
          <a href={paths.ticket(ticket.id)}>Back to ticket</a>
        </div>
      </form>
    </div>
  );
}
