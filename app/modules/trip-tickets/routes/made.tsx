import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatCount } from "~/lib/text/text";
import { ActionForm } from "~/ui/action-form";
import { addDoneParam } from "~/ui/done";
import { ErrorSummary } from "~/ui/field";
import { ButtonLink, Notice, PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, submit, toErrorResponse } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { notFound } from "~/web/refusal";
import { createSubmissionId } from "~/web/submission-id.server";
import { getMadeTickets, undoMadeTickets } from "../create/data/undo-create.server";
import { formatListQuery } from "../rules/list-query";
import { STATUS } from "../rules/trip-ticket";

export const meta: MetaFunction = () => [{ title: "Trip tickets made · Timbertally" }];

function madeOf(request: Request) {
  const params = new URL(request.url).searchParams;
  const [first, many] = ["first", "count"].map((name) => params.get(name) ?? "");
  if (!/^[1-9]\d{0,14}$/.test(first ?? "") || !/^([1-9]|1\d|20)$/.test(many ?? ""))
    throw toErrorResponse(notFound());
  return { first: Number(first), count: Number(many) };
}

export async function loader(args: LoaderFunctionArgs) {
  const madeTickets = await callProcedure(getMadeTickets, await createContext(args), madeOf(args.request));
  return { made: madeTickets, submission_id: createSubmissionId() };
}

export const action = (args: ActionFunctionArgs) =>
  submit(undoMadeTickets, args, {
    fixed: madeOf(args.request),
    to: () => addDoneParam(paths.tickets, "tickets-undone"),
  });

export default function CreatedTicketsPage() {
  const { made, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const words = formatCount(made.tickets.length, "ticket");
  const seen = formatListQuery({
    view: made.tickets[0]?.status === STATUS.available ? "available" : "loads",
    filter: { job_ids: [made.job.id], trip_ticket_numbers: made.tickets.map((t) => t.number) },
  });
  return (
    <div className="narrow">
      <PageHead
        title={`${words} made${made.hauler ? ` for ${made.hauler}` : ""}: ${made.numbers}`}
        lede={made.job.name}
      />
      <div className="stack loose">
        <ErrorSummary formErrors={result?.reply.error?.[""] ?? undefined} />
        <div className="row">
          <ButtonLink href={paths.ticketsPrint(made.tickets.map((t) => t.id))} tone="primary">
            Print them
          </ButtonLink>
          <ButtonLink href={paths.ticketList(seen)}>See them</ButtonLink>
          <ButtonLink href={paths.newTicket(made.job.id)}>Make more</ButtonLink>
        </div>
        {made.may_undo ? (
          <ActionForm submissionId={result?.submission_id ?? submission_id} button={null}>
            <Notice>
              <p>Made by mistake? Undo deletes all of them. Their numbers won't be reused.</p>
              <p>
                <button type="submit" className="button">
                  Undo
                </button>
              </p>
            </Notice>
          </ActionForm>
        ) : null}
      </div>
    </div>
  );
}
