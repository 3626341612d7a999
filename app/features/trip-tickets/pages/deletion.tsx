import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { deleteTicket, getTicketDeletion } from "~/features/trip-tickets/move.server";
import { DELETING } from "~/features/trip-tickets/ticket-steps";
import { ErrorSummary } from "~/ui/field";
import { PageHead } from "~/ui/parts";
import { Refused } from "~/ui/refused";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, idOf, submit } from "~/web/respond.server";
import { seenHref } from "~/web/seen-list.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Delete a trip ticket · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ticket = await call(getTicketDeletion, await context(args), { id: idOf(args.params.ticketId) });
  return { ...ticket, submission_id: newSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  const list = await seenHref("tickets", args);
  return submit(deleteTicket, args, { fixed: { id: idOf(args.params.ticketId) }, to: () => list });
}

export default function Deletion() {
  const ticket = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const back = { href: paths.ticket(ticket.id), label: "Back to ticket" };
  if (ticket.refused)
    return (
      <div className="narrow">
        <PageHead title={`Delete ticket ${ticket.number}`} />
        <Refused why={ticket.refused} back={back} />
      </div>
    );
  return (
    <div className="narrow">
      <PageHead title={`Delete ticket ${ticket.number}`} lede={DELETING} />
      <form method="post" className="stack">
        <ErrorSummary formErrors={result?.reply.error?.[""] ?? undefined} />
        <input type="hidden" name="version" value={ticket.version + 1} />
        <input type="hidden" name="submission_id" value={result?.submission_id ?? ticket.submission_id} />
        <div className="row">
          <button type="submit" className="button danger">
            Delete ticket {ticket.number}
          </button>{" "}
          <a href={back.href}>{back.label}</a>
        </div>
      </form>
    </div>
  );
}
