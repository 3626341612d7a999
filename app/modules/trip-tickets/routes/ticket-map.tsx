import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LocationEditor } from "~/modules/maps/shared/location-editor";
import { submitPlace } from "~/modules/maps/shared/place-post.server";
import { ActionForm } from "~/ui/action-form";
import { PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { getTicketPlace, setTicketPlace } from "../edit/data/ticket-position.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Map · Trip Ticket #${data.page.number} · Timbertally` : "Trip ticket" },
];

export async function loader(args: LoaderFunctionArgs) {
  const page = await callProcedure(getTicketPlace, await createContext(args), {
    id: parseId(args.params.ticketId),
  });
  return { page, submission_id: createSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  const id = parseId(args.params.ticketId);
  return submitPlace(
    args,
    async (ctx, ask) => (await callProcedure(getTicketPlace, ctx, { id, ...ask })).editor,
    (form) => submit(setTicketPlace, args, { form, fixed: { id }, to: () => paths.ticket(id) }),
  );
}

export default function TicketMap() {
  const { page, submission_id } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const result = answer?.reply && { ...answer, reply: answer.reply };
  const editor = answer?.editor ?? page.editor;
  const errors = result?.reply.error ?? {};
  return (
    <div className="stack loose">
      <PageHead
        title="Where the load is"
        lede="Set a pin if it isn't at its landing. The driver gets directions there."
      />
      <ActionForm
        result={result}
        submissionId={answer?.submission_id || submission_id}
        version={page.version}
        fields={[{ id: "coordinates", errors: errors.coordinates ?? undefined }]}
        conflict={{
          rows: [
            {
              name: "place",
              label: "Place",
              typed: editor.fields.coordinates,
              saved: page.saved || "Not set",
            },
          ],
          href: paths.ticket(page.id),
          what: "the ticket",
        }}
        button="Save"
        asksAnyway
        back={{ href: paths.ticket(page.id), label: "Back to ticket" }}
      >
        <LocationEditor editor={editor} errors={{ coordinates: errors.coordinates }} />
      </ActionForm>
    </div>
  );
}
