import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PageHead } from "~/ui/parts";
import { SimpleForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { DEFAULT_MESSAGE_TITLE, listRecipients, sendMessage } from "../data/compose.server";

export const meta: MetaFunction = () => [{ title: "Write a notification · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const { recipients } = await callProcedure(listRecipients, await createContext(args), {});
  return { recipients, title: DEFAULT_MESSAGE_TITLE, submission_id: createSubmissionId() };
}

export const action = (args: ActionFunctionArgs) =>
  submit(sendMessage, args, { to: () => "/notifications?done=sent" });

/** Form for a message to people of the user's own company, or to people on a job. */
export default function NewNotification() {
  const { recipients, title, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow stack">
      <PageHead title="Write a notification" lede="They see it under Notifications right away." />
      <SimpleForm
        fields={[
          { name: "to", label: "To", kind: "select", options: recipients, empty: "Choose", required: true },
          { name: "title", label: "Title", required: true, maxLength: 80 },
          { name: "message", label: "Message", kind: "area", required: true, maxLength: 2000 },
        ]}
        values={{ title }}
        result={result}
        submissionId={result?.submission_id ?? submission_id}
        button="Send"
        back={{ href: "/notifications", label: "Back to notifications" }}
      />
    </div>
  );
}
