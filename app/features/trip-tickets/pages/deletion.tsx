import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { deleteTicket, getTicketDeletion } from "~/features/trip-tickets/move.server";
import { ActionForm } from "~/ui/action-form";
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

const DELETING =
  "It's removed from every list and can't be restored. Its number can't be reused, its history is kept, and its printed sheets show that it was withdrawn.";

export default function Deletion() {
  const ticket = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const back = { href: paths.ticket(ticket.id), label: "Back to ticket" };
  if (ticket.refused)
    return (
      <div className="narrow" id="question">
        <PageHead title={`Delete ticket ${ticket.number}`} />
        <Refused why={ticket.refused} back={back} />
      </div>
    );
  return (
    <div className="narrow" id="question">
      <PageHead title={`Delete ticket ${ticket.number}`} lede={DELETING} />
      <ActionForm
        result={result}
        submissionId={ticket.submission_id}
        version={ticket.version}
        button={`Delete ticket ${ticket.number}`}
        danger
        back={{ href: back.href, label: back.label }}
      />
    </div>
  );
}
