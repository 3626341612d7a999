import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatCount } from "~/lib/text/text";
import { formatInstant } from "~/lib/time/time";
import { EmptyState, Notice, PageHead } from "~/ui/parts";
import { createUserContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { submitSmallForm } from "~/web/post-only.server";
import { listOutbox, resendMessage } from "../data/admin.server";
import { type ListedMessage, MessageCard } from "../ui/message-card";

export const meta: MetaFunction = () => [{ title: "Outbox · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createUserContext(args);
  const { messages, failed, trouble } = await callProcedure(listOutbox, ctx, {});
  const when = (instant: string) => ({ at: instant, text: formatInstant(instant, ctx.actor.zone, ctx.now) });
  const shown = (m: (typeof messages)[number]): ListedMessage => ({
    id: m.id,
    kind: m.kind,
    recipient: m.recipient,
    subject: m.subject,
    body: m.body,
    created: when(m.created_at),
    sent: m.sent_at ? when(m.sent_at) : null,
    given_up: m.failed_at !== null,
    next: m.leaves && m.attempts > 0 ? when(m.next_attempt_at) : null,
    tries: m.attempts,
    leaves: m.leaves,
    failure: m.failure,
  });
  return {
    late: trouble.since ? { n: trouble.late, since: when(trouble.since) } : null,
    given_up: trouble.given_up,
    failed: failed.map(shown),
    messages: messages.map(shown),
  };
}

export const action = (args: ActionFunctionArgs) => submitSmallForm(resendMessage, args, "/admin/outbox");

export default function Outbox() {
  const { late, given_up, failed, messages } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Outbox" lede="Mail and text messages, newest first." />
      <div className="stack">
        {late ? (
          <Notice tone="danger" title={`${formatCount(late.n, "message")} waiting for more than an hour`}>
            <p>The oldest is from {late.since.text}. Check the mail server and the texter.</p>
          </Notice>
        ) : null}
        {given_up ? (
          <Notice
            tone="warn"
            title={`${formatCount(given_up, "message")} given up or held in the last day`}
          />
        ) : null}
        {failed.length ? <h2>Not sent</h2> : null}
        {failed.map((m) => (
          <MessageCard key={m.id} message={m} />
        ))}
        {failed.length && messages.length ? <h2>Sent and waiting</h2> : null}
        {messages.map((m) => (
          <MessageCard key={m.id} message={m} />
        ))}
      </div>
      {messages.length + failed.length === 0 ? <EmptyState title="No messages yet" next={null} /> : null}
    </>
  );
}
