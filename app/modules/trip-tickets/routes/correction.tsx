import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addDoneParam } from "~/ui/done";
import { TextArea } from "~/ui/field";
import { PageHead } from "~/ui/parts";
import { getSentFields } from "~/ui/sent-fields";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { EditTicketForm } from "../edit/ui/edit-ticket-form";
import { correctPaidLoad, getCorrection } from "../shared/correction.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.page.title} · Trip Ticket #${data.page.number} · Timbertally` : "Trip ticket" },
];

export async function loader(args: LoaderFunctionArgs) {
  const page = await callProcedure(getCorrection, await createContext(args), {
    id: parseId(args.params.ticketId),
  });
  return { page, submission_id: createSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  return submit(correctPaidLoad, args, {
    fixed: { id: parseId(args.params.ticketId) },
    blankIsNull: true,
    to: ({ id }) => addDoneParam(paths.ticket(id), "load-corrected"),
  });
}

/** Page on which the office corrects the measurements of a paid load, with a reason. */
export default function PaidLoadCorrectionPage() {
  const { page, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const typed = getSentFields(result).reason;
  return (
    <div className="narrow">
      <PageHead
        title={page.title}
        lede="What was paid stays paid. The difference goes on the next statement, and we tell the payee why."
      />
      <EditTicketForm
        page={page}
        result={result}
        submissionId={result?.submission_id ?? submission_id}
        button="Correct this load"
      >
        <TextArea
          field={{
            id: "reason",
            name: "reason",
            defaultValue: typeof typed === "string" ? typed : "",
            errors: result?.reply.error?.reason ?? undefined,
          }}
          label="Reason"
          maxLength={500}
          required
        />
      </EditTicketForm>
    </div>
  );
}
