import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActionForm } from "~/ui/action-form";
import { ErrorSummary } from "~/ui/field";
import { Notice, PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { undoStep } from "../life-cycle/data/undo.server";
import { getTicketPage } from "../shared/detail.server";

export const meta: MetaFunction = () => [{ title: "Undo the last step · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ticket = await callProcedure(getTicketPage, await createContext(args), {
    id: parseId(args.params.ticketId),
  });
  const { id, version, undo } = ticket;
  return { id, version, undo, submission_id: createSubmissionId() };
}

export const action = (args: ActionFunctionArgs) =>
  submit(undoStep, args, { fixed: { id: parseId(args.params.ticketId) }, to: ({ id }) => paths.ticket(id) });

/** Page that receives the Undo form of the ticket's page and shows the reason if undoing was refused. */
export default function TicketUndoPage() {
  const { id, version, undo, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow">
      <PageHead title="Undo the last step" />
      <div className="stack">
        {undo ? (
          <ActionForm
            result={result}
            submissionId={submission_id}
            version={version}
            button={`Undo: ${undo.done}`}
          />
        ) : (
          <>
            <ErrorSummary formErrors={result?.reply.error?.[""] ?? undefined} />
            <Notice>
              <p>There is nothing to undo. A step can be undone for a minute by the person who took it.</p>
            </Notice>
          </>
        )}
        <a href={paths.ticket(id)}>Back to ticket</a>
      </div>
    </div>
  );
}
