import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActionForm } from "~/ui/action-form";
import { PageHead } from "~/ui/parts";
import { RefusalNotice } from "~/ui/refused";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { readLastListHref } from "~/web/last-list.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { deleteTicket, getTicketDeletion } from "../life-cycle/data/change-status.server";

export const meta: MetaFunction = () => [{ title: "Delete a trip ticket · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ticket = await callProcedure(getTicketDeletion, await createContext(args), {
    id: parseId(args.params.ticketId),
  });
  return { ...ticket, submission_id: createSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  const list = await readLastListHref("tickets", args);
  return submit(deleteTicket, args, { fixed: { id: parseId(args.params.ticketId) }, to: () => list });
}

const DELETING =
  "It's removed from every list and can't be restored. Its number can't be reused, its history is kept, and its printed sheets show that it was withdrawn.";

export default function TicketDeletionPage() {
  const ticket = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const back = { href: paths.ticket(ticket.id), label: "Back to ticket" };
  if (ticket.refused)
    return (
      <div className="narrow" id="question">
        <PageHead title={`Delete ticket ${ticket.number}`} />
        <RefusalNotice why={ticket.refused} back={back} />
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
