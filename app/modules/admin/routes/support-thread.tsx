import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActionForm } from "~/ui/action-form";
import { Conversation } from "~/ui/conversation";
import { createBreadcrumbHandle } from "~/ui/naming";
import { SimpleForm } from "~/ui/simple-form";
import { createUserContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { answerSupport, getSupportThread, setSupportState } from "../data/support.server";

export const meta: MetaFunction = () => [{ title: "Support · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const support_thread_id = parseId(args.params.threadId);
  const thread = await callProcedure(getSupportThread, await createUserContext(args), { support_thread_id });
  return { ...thread, submission_id: createSubmissionId(), state_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/admin/support/:threadId": ({ subject }) => subject,
});

export async function action(args: ActionFunctionArgs) {
  const support_thread_id = parseId(args.params.threadId);
  const sets = new URL(args.request.url).searchParams.has("state");
  const fixed = { support_thread_id };
  if (sets)
    return submit(setSupportState, args, {
      fixed,
      to: () => `/admin/support/${support_thread_id}?done=saved`,
    });
  return submit(answerSupport, args, { fixed, to: () => "/admin/support?done=sent" });
}

/** Page of a support conversation with a user, with the page from which the user wrote. */
export default function SupportThread() {
  const t = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const here = `/admin/support/${t.id}`;
  return (
    <div className="stack loose">
      <p>
        <a href={`/admin/users/${t.person.id}`}>{t.person.name}</a>
        {t.company ? (
          <>
            {" of "}
            <a href={`/admin/companies/${t.company.id}`}>{t.company.name}</a>
          </>
        ) : null}
        . {t.state}
        {t.waits ? ` since ${t.waits.text}` : ""}.{" "}
        {t.email
          ? "They get the answer in their notifications and by email."
          : "They get the answer in their notifications. We don't have an email for them."}
      </p>
      <Conversation
        messages={t.messages}
        foot={(m) =>
          m.page || m.about ? (
            <p className="soft small">
              {m.page ? `Came from ${m.page}. ` : ""}
              {m.about ? `With ${m.about}.` : ""}
            </p>
          ) : null
        }
      />
      <div className="narrow card">
        <SimpleForm
          fields={[{ name: "body", label: "Answer", kind: "area", required: true, maxLength: 4_000 }]}
          values={{}}
          result={result}
          submissionId={t.submission_id}
          version={t.version}
          button="Send answer"
          back={{ href: "/admin/support", label: "Back to support" }}
          what="conversation"
          here={here}
        />
      </div>
      <ActionForm
        action={`${here}?state`}
        submissionId={t.state_id}
        version={t.version}
        button={t.is_closed ? "Open again" : "Close without an answer"}
        plain
      >
        <input type="hidden" name="state" value={t.is_closed ? "open" : "closed"} />
      </ActionForm>
    </div>
  );
}
