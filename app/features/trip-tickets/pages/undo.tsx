import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { getTicketPage } from "~/features/trip-tickets/detail.server";
import { undoStep } from "~/features/trip-tickets/undo.server";
import { ErrorSummary } from "~/ui/field";
import { Notice, PageHead } from "~/ui/parts";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Undo the last step · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ticket = await call(getTicketPage, await context(args), { id: idOf(args.params.ticketId) });
  const { id, version, undo } = ticket;
  return { id, version, undo, submission_id: newSubmissionId() };
}

export const action = (args: ActionFunctionArgs) =>
  submit(undoStep, args, { fixed: { id: idOf(args.params.ticketId) }, to: ({ id }) => paths.ticket(id) });

/** The bar on the ticket's page posts here; this page shows why it was refused. */
export default function Undo() {
  const { id, version, undo, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow">
      <PageHead title="Undo the last step" />
      <div className="stack">
        <ErrorSummary formErrors={result?.reply.error?.[""] ?? undefined} />
        {undo ? (
          <form method="post">
            <input type="hidden" name="version" value={version + 1} />
            <input type="hidden" name="submission_id" value={result?.submission_id ?? submission_id} />
            <button type="submit" className="button primary">
              Undo: {undo.done}
            </button>
          </form>
        ) : (
          <Notice>
            <p>There is nothing to undo. A step can be undone for a minute by the person who took it.</p>
          </Notice>
        )}
        <a href={paths.ticket(id)}>Back to ticket</a>
      </div>
    </div>
  );
}
