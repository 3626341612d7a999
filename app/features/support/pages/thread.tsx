import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { alongWith } from "~/features/support/along";
import { SentAlongFields } from "~/features/support/sent-along";
import { getThread, replyThread } from "~/features/support/support.server";
import { Conversation } from "~/ui/conversation";
import { naming } from "~/ui/naming";
import { SimpleForm } from "~/ui/simple-form";
import { userContext } from "~/web/context.server";
import { env } from "~/web/env.server";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Support · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const support_thread_id = idOf(args.params.threadId);
  return {
    ...(await call(getThread, await userContext(args), { support_thread_id })),
    along: alongWith(args.request, args.context.requestId, env().PUBLIC_URL),
    submission_id: newSubmissionId(),
  };
}

export const handle = naming<typeof loader>({ "/support/:threadId": ({ subject }) => subject });

export const action = (args: ActionFunctionArgs) => {
  const support_thread_id = idOf(args.params.threadId);
  return submit(replyThread, args, {
    fixed: { support_thread_id },
    to: () => `/support/${support_thread_id}?done=sent`,
  });
};

/** A conversation with the people who run the site. */
export default function Thread() {
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
          <SentAlongFields {...thread.along} sent={result} />
        </SimpleForm>
      </div>
    </div>
  );
}
