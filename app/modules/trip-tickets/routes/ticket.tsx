import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { TicketPhotos } from "~/modules/photos/shared/ticket-photos";
import { Icon } from "~/ui/icon";
import { createBreadcrumbHandle } from "~/ui/naming";
import { buildPageHref } from "~/ui/pagination";
import { ButtonLink, Notice } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { toErrorResponse } from "~/web/form-action.server";
import { readLastList } from "~/web/last-list.server";
import { paths } from "~/web/paths";
import { getVerificationPath, readScannedCode } from "~/web/qr-params";
import { AppError } from "~/web/refusal";
import { runProcedure } from "~/web/run-procedure.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getNeighbors } from "../list/data/neighbors.server";
import { findTicketIdInPath } from "../list/data/ticket-at.server";
import { TicketNeighbors } from "../list/ui/ticket-neighbors";
import { WeighCard } from "../scale-house/ui/weigh-card";
import { getTicketPage } from "../shared/detail.server";
import { verifyQrSignature } from "../shared/qr.server";
import { TicketComments } from "../shared/ticket-comments";
import { TicketHistory } from "../shared/ticket-history";
import { NextLoadLink, TripCard } from "../shared/trip-card";
import { TicketBoxes } from "../ui/ticket-boxes";
import { TicketHead } from "../ui/ticket-head";
import { DeleteTicketButton, TicketActionButtons, UndoBar } from "../ui/ticket-steps";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Trip Ticket #${data.ticket.number} · Timbertally` : "Trip ticket" },
];

export async function loader(args: LoaderFunctionArgs) {
  const id = await findTicketIdInPath(args);
  const { p, sig } = readScannedCode(args.request.url);
  const verification = getVerificationPath(args.request.url);
  // Report an invalid code as invalid, even to users who may see the ticket that the code names.
  if (verification && !verifyQrSignature("trip-ticket", id, sig, p)) throw redirect(verification);
  try {
    const ctx = await createContext(args);
    const ticket = await runProcedure(getTicketPage, ctx, { id });
    const seen = readLastList("tickets", args.request, ctx.actor);
    return {
      ticket,
      beside: seen?.ids.includes(id)
        ? {
            ...(await runProcedure(getNeighbors, ctx, { id, ids: seen.ids })),
            further: seen.more ? nextPage(seen.query) : null,
          }
        : undefined,
      submission_id: createSubmissionId(),
    };
  } catch (error) {
    // Show a user who may not see a scanned sheet's ticket whether the sheet is genuine.
    if (error instanceof AppError && error.kind === "missing" && verification) throw redirect(verification);
    throw toErrorResponse(error);
  }
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/trip-tickets/:ticketId": ({ ticket }) => `#${ticket.number}`,
});

/** Return the URL of the list page after the one last viewed. */
const nextPage = (query: string) =>
  buildPageHref(paths.tickets, query, Number(new URLSearchParams(query).get("page") ?? 0) + 1);

export default function TripTicket() {
  const { ticket, beside, submission_id } = useLoaderData<typeof loader>();
  return (
    <>
      <TicketHead
        number={ticket.number}
        status={ticket.status}
        product={ticket.product}
        wood={ticket.wood}
        job={ticket.job.name}
        actions={
          <>
            {beside ? <TicketNeighbors {...beside} /> : null}
            {ticket.is_sample ? null : (
              <ButtonLink href={paths.ticketPrint(ticket.id)}>
                <Icon name="print" /> Print
              </ButtonLink>
            )}{" "}
            {ticket.may_delete ? <DeleteTicketButton id={ticket.id} /> : null}
          </>
        }
      />
      <div className="stack loose" data-load-now={`${ticket.status}.${ticket.version}`}>
        <UndoBar ticket={ticket} submissionId={submission_id} />
        <TripCard ticket={ticket} />
        <TicketActionButtons ticket={ticket} submissionId={submission_id} />
        <WeighCard ticket={ticket} submissionId={submission_id} />
        <NextLoadLink ticket={ticket} />
        {ticket.warnings.length ? (
          <Notice tone="warn">
            {ticket.warnings.map((w) => (
              <p key={w}>{w}</p>
            ))}
          </Notice>
        ) : null}
        <TicketBoxes ticket={ticket} />
        <TicketComments ticket={ticket} submissionId={submission_id} />
        <TicketPhotos ticket={ticket} />
        <TicketHistory history={ticket.history} />
      </div>
    </>
  );
}
