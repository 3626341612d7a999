import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { getTicketPage } from "~/modules/trip-tickets/shared/detail.server";
import { ActionForm } from "~/ui/action-form";
import { ErrorSummary } from "~/ui/field";
import { createBreadcrumbHandle } from "~/ui/naming";
import { PageHead, Time } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit, toErrorResponse } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { notFound } from "~/web/refusal";
import { createSubmissionId } from "~/web/submission-id.server";
import { removePhoto } from "../data/photos.server";
import { PhotoFacts } from "../ui/photo-facts";

export const meta: MetaFunction = () => [{ title: "Photo · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ticket = await callProcedure(getTicketPage, await createContext(args), {
    id: parseId(args.params.ticketId),
  });
  const index = ticket.photos.findIndex((p) => p.id === parseId(args.params.photoId));
  const photo = ticket.photos[index];
  if (!photo) throw toErrorResponse(notFound("This photo no longer exists."));
  return {
    photo,
    ticket: { id: ticket.id, number: ticket.number },
    may_remove: photo.mine && ticket.can_edit.photo,
    previous: ticket.photos[index - 1]?.id ?? null,
    next: ticket.photos[index + 1]?.id ?? null,
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
    <>
      <PageHead
        title={photo.caption ?? "Photo"}
        lede={
          <span>
            <Time {...photo.when} /> · {photo.who}
          </span>
        }
      />
      <div className="stack">
        <ErrorSummary formErrors={result?.reply.error?.[""] ?? undefined} />
        <img
          className="photo-large"
          src={paths.photoImage(ticket.id, photo.id, "large")}
          alt={photo.caption ?? `Photo by ${photo.who}`}
          data-fallback="Image failed to load."
        />
        <PhotoFacts photo={photo} />
        <nav className="row" aria-label="Photos">
          {previous ? (
            <a className="button" rel="prev" href={paths.photo(ticket.id, previous)}>
              Previous photo
            </a>
          ) : null}{" "}
          {next ? (
            <a className="button" rel="next" href={paths.photo(ticket.id, next)}>
              Next photo
            </a>
          ) : null}{" "}
          <a href={paths.ticket(ticket.id)}>Back to ticket</a>
        </nav>
        {may_remove ? (
          <details className="menu">
            <summary>Remove this photo</summary>
            <ActionForm submissionId={submission_id} version={photo.version} button="Remove photo" danger>
              <p>It's removed from the ticket for everyone. The history keeps a record.</p>
            </ActionForm>
          </details>
        ) : null}
      </div>
    </>
  );
}
