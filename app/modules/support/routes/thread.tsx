import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Conversation } from "~/ui/conversation";
import { createBreadcrumbHandle } from "~/ui/naming";
import { SimpleForm } from "~/ui/simple-form";
import { createUserContext } from "~/web/context.server";
import { env } from "~/web/env.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getThread, replyThread } from "../data/support.server";
import { getMessageContext } from "../rules/message-context";
import { MessageContextFields } from "../ui/sent-along";

export const meta: MetaFunction = () => [{ title: "Support · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const support_thread_id = parseId(args.params.threadId);
  return {
    ...(await callProcedure(getThread, await createUserContext(args), { support_thread_id })),
    along: getMessageContext(args.request, args.context.requestId, env().PUBLIC_URL),
    submission_id: createSubmissionId(),
  };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/support/:threadId": ({ subject }) => subject,
});

export const action = (args: ActionFunctionArgs) => {
  const support_thread_id = parseId(args.params.threadId);
  return submit(replyThread, args, {
    fixed: { support_thread_id },
    to: () => `/support/${support_thread_id}?done=sent`,
  });
};

/** Page of one conversation with support. */
export default function SupportThreadPage() {
  const thread = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="stack loose">
      <p className="soft">{thread.state}</p>
      <Conversation messages={thread.messages} />
      <div className="narrow card">
        <SimpleForm
          fields={[
            {
              name: "body",
              label: thread.is_closed ? "Write again" : "Write back",
              kind: "area",
              required: true,
              maxLength: 4_000,
            },
          ]}
          values={{}}
          result={result}
          submissionId={thread.submission_id}
          button="Send"
          back={{ href: "/support", label: "Back to support" }}
        >
          <MessageContextFields {...thread.along} sent={result} />
        </SimpleForm>
      </div>
    </div>
  );
}
