import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { MAX_UPLOAD_MEGABYTES } from "~/lib/files/file-sizes";
import { submitUpload } from "~/lib/files/submit-upload.server";
import { getTicketPage } from "~/modules/trip-tickets/shared/detail.server";
import { ActionForm } from "~/ui/action-form";
import { PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { addPhoto } from "../data/photos.server";
import { TicketPhotos } from "../shared/ticket-photos";
import { PhotoFields } from "../ui/photo-fields";

export const meta: MetaFunction = () => [{ title: "Photos · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ticket = await callProcedure(getTicketPage, await createContext(args), {
    id: parseId(args.params.ticketId),
  });
  return { ticket, submission_id: createSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  const ticketId = parseId(args.params.ticketId);
  return submitUpload(
    addPhoto,
    args,
    { field: "photo", needed: "Photo is required", megabytes: MAX_UPLOAD_MEGABYTES.photo },
    { fixed: { trip_ticket_id: ticketId }, to: () => `${paths.ticket(ticketId)}#photos` },
  );
}

export default function AddTicketPhoto() {
  const { ticket, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      {ticket.can_edit.photo ? <PageHead title="Add photo" /> : null}
      <div className="stack loose">
        {ticket.can_edit.photo ? (
          <ActionForm
            result={result}
            submissionId={submission_id}
            upload
            className="stack narrow card"
            saving
            button="Add photo"
            back={{ href: paths.ticket(ticket.id), label: "Back to ticket" }}
          >
            <PhotoFields reply={result?.reply} />
          </ActionForm>
        ) : null}
        <TicketPhotos ticket={{ ...ticket, can_edit: { ...ticket.can_edit, photo: false } }} />
      </div>
    </>
  );
}
