import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addDoneParam } from "~/ui/done";
import { PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit, toErrorResponse } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { notFound } from "~/web/refusal";
import { createSubmissionId } from "~/web/submission-id.server";
import { getEditPage } from "../edit/data/edit-page.server";
import { EditTicketForm } from "../edit/ui/edit-ticket-form";
import { EDIT_SECTION_NAMES } from "../rules/edit-boxes";
import { saveTicketBox } from "../shared/update.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.page.title} · Trip Ticket #${data.page.number} · Timbertally` : "Trip ticket" },
];

export async function loader(args: LoaderFunctionArgs) {
  const box = EDIT_SECTION_NAMES.find((name) => name === args.params.box);
  if (!box) throw toErrorResponse(notFound());
  const id = parseId(args.params.ticketId);
  const only = new URL(args.request.url).searchParams.get("only") === "weights" ? "weights" : undefined;
  const page = await callProcedure(getEditPage, await createContext(args), { id, box, only });
  return { page, submission_id: createSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  return submit(saveTicketBox, args, {
    fixed: { id: parseId(args.params.ticketId) },
    blankIsNull: true,
    to: ({ id, filled }) => (filled ? addDoneParam(paths.ticket(id), "volume-filled") : paths.ticket(id)),
  });
}

export default function TicketBoxEditPage() {
  const { page, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow">
      <PageHead title={page.title} />
      <EditTicketForm page={page} result={result} submissionId={result?.submission_id ?? submission_id} />
    </div>
  );
}
