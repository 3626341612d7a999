import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { getTicketPage } from "~/modules/trip-tickets/shared/detail.server";
import { ActionForm } from "~/ui/action-form";
import { ErrorSummary } from "~/ui/field";
import { createBreadcrumbHandle } from "~/ui/naming";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { removePhoto } from "../data/photos.server";
import { findShownPhoto } from "../data/shown-photo.server";
import { PhotoPage } from "../ui/photo-page";

export const meta: MetaFunction = () => [{ title: "Photo · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ticket = await callProcedure(getTicketPage, await createContext(args), {
    id: parseId(args.params.ticketId),
  });
  const shown = findShownPhoto(ticket.photos, parseId(args.params.photoId));
  return {
    ...shown,
    ticket: { id: ticket.id, number: ticket.number },
    may_remove: shown.photo.mine && ticket.can_edit.photo,
    submission_id: createSubmissionId(),
  };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/trip-tickets/:ticketId/photos/:photoId": () => "Photo",
});

export async function action(args: ActionFunctionArgs) {
  const ticketId = parseId(args.params.ticketId);
  return submit(removePhoto, args, {
    fixed: { trip_ticket_id: ticketId, photo_id: parseId(args.params.photoId) },
    to: () => `${paths.ticket(ticketId)}#photos`,
  });
}

export default function TicketPhoto() {
  const { photo, ticket, previous, next, may_remove, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <PhotoPage
      photo={photo}
      by={photo.who}
      image={paths.photoImage(ticket.id, photo.id, "large")}
      previous={previous}
      next={next}
      pageHref={(photoId) => paths.photo(ticket.id, photoId)}
      back={{ href: paths.ticket(ticket.id), label: "Back to ticket" }}
      notice={<ErrorSummary formErrors={result?.reply.error?.[""] ?? undefined} />}
    >
      {may_remove ? (
        <details className="menu">
          <summary>Remove this photo</summary>
          <ActionForm submissionId={submission_id} version={photo.version} button="Remove photo" danger>
            <p>It's removed from the ticket for everyone. The history keeps a record.</p>
          </ActionForm>
        </details>
      ) : null}
    </PhotoPage>
  );
}
