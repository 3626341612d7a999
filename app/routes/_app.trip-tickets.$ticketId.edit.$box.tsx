import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { EDIT_BOX_NAMES } from "~/features/trip-tickets/edit-boxes";
import { getEditPage } from "~/features/trip-tickets/edit-page.server";
import { EditTicketForm } from "~/features/trip-tickets/edit-ticket-form";
import { updateTicket } from "~/features/trip-tickets/update.server";
import { PageHead } from "~/ui/parts";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { missing } from "~/web/refusal";
import { asPage, call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.page.title} · Trip Ticket #${data.page.number} · Timbertally` : "Trip ticket" },
];

export async function loader(args: LoaderFunctionArgs) {
  const box = EDIT_BOX_NAMES.find((name) => name === args.params.box);
  if (!box) throw asPage(missing());
  const page = await call(getEditPage, await context(args), { id: idOf(args.params.ticketId), box });
  return { page, submission_id: newSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  return submit(updateTicket, args, {
    fixed: { id: idOf(args.params.ticketId) },
    blankIsNull: true,
    to: ({ id }) => paths.ticket(id),
  });
}

export default function Edit() {
  const { page, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow">
      <PageHead title={`${page.title}: ticket ${page.number}`} />
      <EditTicketForm page={page} result={result} submissionId={result?.submission_id ?? submission_id} />
    </div>
  );
}
